/** What Rooftop is, and whose games these are. */

import { useEffect } from "react";
import type { GameInfo } from "../shared/api";
import { cardOf } from "../shared/cards";
import { useGames } from "../shared/games";
import { useSay } from "../shared/words";
import styles from "./About.module.css";

export default function About() {
  const say = useSay();
  const title = say("web.about.title");
  const games = useGames((state) => state.games) ?? [];

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <main className={styles["page"]}>
      <a href="/">{say("web.home_link")}</a>
      <h1>{title}</h1>
      <p>{say("web.about.what")}</p>
      <h2>{say("web.about.games")}</h2>
      <ul className={styles["games"]}>
        {games.map((game) => (
          <Made key={game.name} game={game} />
        ))}
      </ul>
      {games.some(({ credits }) => credits.some((credit) => !credit.in_rulebook)) && (
        <p className={styles["aside"]}>{say("web.about.public")}</p>
      )}
      <p>{say("web.about.theirs")}</p>
      <p>
        <a href="/rules/components">{say("web.about.components")}</a>
      </p>
      <h2>{say("web.about.licence_title")}</h2>
      <p>{say("web.about.licence")}</p>
      <p>
        <a href="/licences.txt">{say("web.about.licences")}</a>
      </p>
    </main>
  );
}

/** A game and its credits. */
function Made({ game: { name, title, credits } }: { game: GameInfo }) {
  const say = useSay();
  const { Picture } = cardOf(name);
  return (
    <li className={styles["game"]}>
      <div className={styles["picture"]}>
        <Picture />
      </div>
      <div>
        <h3>{title}</h3>
        <dl>
          {credits.map(({ role, names, in_rulebook }) => (
            <div key={role}>
              <dt>{say(`web.about.roles.${role}`)}</dt>
              {names.map((one) => (
                <dd key={one}>{in_rulebook ? one : `${one} *`}</dd>
              ))}
            </div>
          ))}
        </dl>
        <a href={`/rules/${name}`} aria-label={say("web.home.rules_game", { game: title })}>
          {say("web.home.rules")}
        </a>
      </div>
    </li>
  );
}
