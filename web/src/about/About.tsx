/** What Rooftop is, and whose games these are. */

import { useEffect } from "react";
import { CARDS, type Card } from "../shared/cards";
import { useGame, useGames } from "../shared/games";
import { useSay } from "../shared/words";
import styles from "./About.module.css";

export default function About() {
  const say = useSay();
  const title = say("web.about.title");

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
        {[...CARDS].map(([name, card]) => (
          <Made key={name} name={name} card={card} />
        ))}
      </ul>
      <Beyond />
      <p>{say("web.about.theirs")}</p>
      <p>
        <a href="/rules/components">{say("web.about.components")}</a>
      </p>
      <h2>{say("web.about.licence_title")}</h2>
      <p>{say("web.about.licence")}</p>
    </main>
  );
}

/** A game and its credits. */
function Made({ name, card: { title, Picture } }: { name: string; card: Card }) {
  const say = useSay();
  const game = useGame(name);
  return (
    <li className={styles["game"]}>
      <div className={styles["picture"]}>
        <Picture />
      </div>
      <div>
        <h3>{title}</h3>
        <dl>
          {game?.credits.map(({ role, names, in_rulebook }) => (
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

/** What the asterisk stands for, if there is one. */
function Beyond() {
  const say = useSay();
  const found = useGames(({ games }) => games?.some(({ credits }) => credits.some((credit) => !credit.in_rulebook)));
  return found ? <p className={styles["aside"]}>{say("web.about.public")}</p> : null;
}
