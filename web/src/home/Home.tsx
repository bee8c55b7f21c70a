import { useEffect, useState } from "react";
import { useDoing } from "../shared/asking";
import { useGames } from "../shared/games";
import { Choice, Trouble } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { setSettings, useSettings } from "../shared/settings";
import { useSay } from "../shared/words";
import styles from "./home.module.css";
import { LEVELS, levelOf } from "./levels";
import { findMe } from "./me";
import { NewTable } from "./NewTable";
import { playNow } from "./opening";
import { Tables, useMyTables } from "./Tables";
import { Top } from "./Top";
import { Worlds } from "./Worlds";

export function Home() {
  const say = useSay();
  const level = levelOf(useSettings((settings) => settings.level));
  const games = useGames((told) => told.games);
  const [planned, setPlanned] = useState<string | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const starting = useDoing();
  const mine = useMyTables();

  useEffect(() => {
    findMe().catch(() => {}); // the lists show that the server does not respond
  }, []);

  const play = (game: string, variant: string | null) => {
    setStarted(game);
    starting.run(() => playNow(game, level, variant));
  };

  return (
    <>
      <a className={parts["unseen"]} href="#games">
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
        <Worlds starting={starting.busy ? started : null} mine={mine.answer} play={play} plan={setPlanned} />
        <Tables mine={mine} />
      </main>
      {planned && games && <NewTable games={games} first={planned} level={level} close={() => setPlanned(null)} />}
    </>
  );
}
