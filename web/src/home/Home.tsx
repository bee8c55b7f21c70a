import { useCallback, useEffect, useState } from "react";
import { get } from "../shared/api";
import { useAnswer, useDoing } from "../shared/asking";
import { Choice, Trouble } from "../shared/parts";
import { setSettings, useSettings } from "../shared/settings";
import { useLanguage, useSay } from "../shared/words";
import { type GameName, LEVELS, levelOf } from "./games";
import styles from "./home.module.css";
import { findMe } from "./me";
import { NewTable } from "./NewTable";
import { playNow } from "./opening";
import { Tables } from "./Tables";
import { Top } from "./Top";
import { Worlds } from "./Worlds";

const RARELY = 3600;

export function Home() {
  const say = useSay();
  const language = useLanguage();
  const level = levelOf(useSettings((settings) => settings.level));
  const games = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: the names of the seats are in the language
    useCallback(() => get("/api/games"), [language]),
    RARELY,
  );
  const [planned, setPlanned] = useState<GameName | null>(null);
  const [started, setStarted] = useState<GameName | null>(null);
  const starting = useDoing();

  useEffect(() => {
    findMe().catch(() => {}); // the lists tell that the server does not answer
  }, []);

  const play = (game: GameName) => {
    setStarted(game);
    starting.run(() => playNow(game, level));
  };

  return (
    <>
      <a className="unseen" href="#games">
        {say("web.skip")}
      </a>
      <Top />
      <main className={styles["page"]}>
        <div className={styles["welcome"]}>
          <div>
            <h1>{say("web.home.title")}</h1>
            <p>{say("web.home.tagline")}</p>
          </div>
          <Choice
            legend={say("web.home.level")}
            options={LEVELS.map((name) => ({ value: name, label: say(`web.levels.${name}`) }))}
            value={level}
            choose={(chosen) => setSettings({ level: chosen })}
          />
        </div>
        <Trouble text={starting.trouble} />
        <Worlds
          games={games.answer?.games ?? null}
          starting={starting.busy ? started : null}
          play={play}
          plan={setPlanned}
        />
        <Tables />
      </main>
      {planned && games.answer && (
        <NewTable games={games.answer.games} first={planned} level={level} close={() => setPlanned(null)} />
      )}
    </>
  );
}
