import { useEffect, useState } from "react";
import type { GameInfo } from "../shared/api";
import { useGames } from "../shared/games";
import { LEVELS, levelOf } from "../shared/levels";
import { Choice, ErrorMessage } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useAction } from "../shared/requests";
import { setSettings, useSettings } from "../shared/settings";
import { useSay } from "../shared/words";
import { learn, playNow } from "./actions";
import { GameCards } from "./GameCards";
import { Header } from "./Header";
import styles from "./Home.module.css";
import { loadMe } from "./me";
import { NewTable } from "./NewTable";
import page from "./page.module.css";
import { Tables, useMyTables } from "./Tables";

export function Home() {
  const say = useSay();
  const level = levelOf(useSettings((settings) => settings.level));
  const games = useGames((state) => state.games);
  const [planned, setPlanned] = useState<GameInfo | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const starting = useAction();
  const mine = useMyTables();

  useEffect(() => {
    loadMe().catch(() => {}); // the lists show that the server does not respond
  }, []);

  const start = (game: string, action: () => Promise<void>) => {
    if (!starting.busy) setStarted(game);
    starting.run(action);
  };
  const play = (game: string, variant: string | null) => start(game, () => playNow(game, level, variant));
  const teach = (game: string) => start(game, () => learn(game));

  return (
    <>
      <a className={parts["unseen"]} href="#games">
        {say("web.skip")}
      </a>
      <Header />
      <main className={page["page"]}>
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
        <ErrorMessage text={starting.error} />
        <GameCards
          starting={starting.busy ? started : null}
          mine={mine.data}
          play={play}
          learn={teach}
          plan={setPlanned}
        />
        <Tables mine={mine} />
      </main>
      <footer className={styles["foot"]}>
        <a href="/about">{say("web.about.title")}</a>
      </footer>
      {planned && games && <NewTable games={games} first={planned} level={level} close={() => setPlanned(null)} />}
    </>
  );
}
