import type { GameInfo, MySummary } from "../shared/api";
import { CARDS, type Card } from "../shared/cards";
import { useGame, wordOf } from "../shared/games";
import parts from "../shared/parts.module.css";
import { useSay } from "../shared/words";
import styles from "./home.module.css";
import { hasPlayed } from "./opening";

type Props = {
  starting: string | null;
  /** My tables; null: not known yet. */
  mine: readonly MySummary[] | null;
  /** Without a variant, the one that suits whoever plays. */
  play: (game: string, variant: string | null) => void;
  plan: (game: string) => void;
};

/** The games, each in its own world. */
export function Worlds(props: Props) {
  const say = useSay();
  return (
    <section id="games" aria-label={say("web.home.worlds")}>
      <ul className={styles["worlds"]}>
        {[...CARDS].map(([name, card]) => (
          <World key={name} name={name} card={card} {...props} />
        ))}
      </ul>
    </section>
  );
}

function World({ name, card, starting, mine, play, plan }: { name: string; card: Card } & Props) {
  const say = useSay();
  const game = useGame(name);
  const { title, Picture } = card;
  const isNew = game?.beginners != null && mine !== null && !hasPlayed(name, mine);
  return (
    <li className={styles["world"]} data-game={name}>
      <div className={styles["picture"]}>
        <Picture />
      </div>
      <div className={styles["about"]}>
        <h2>{title}</h2>
        <p className={styles["aside"]}>{game ? <Facts {...game} /> : "\u00a0"}</p>
        <p>{say(wordOf(name, "about"))}</p>
        {isNew && (
          <p className={styles["beginners"]}>
            {say(wordOf(name, "beginners.offer"))}{" "}
            <button type="button" disabled={starting !== null} onClick={() => play(name, game.variants[0] ?? null)}>
              {say(wordOf(name, "beginners.skip"))}
            </button>
          </p>
        )}
      </div>
      <div className={styles["actions"]}>
        <button
          type="button"
          className={`${parts["button"]} ${parts["primary"]}`}
          aria-label={starting === name ? undefined : say("web.home.play_game", { game: title })}
          disabled={starting !== null}
          onClick={() => play(name, null)}
        >
          {say(starting === name ? "web.home.playing" : "web.home.play")}
        </button>
        <button
          type="button"
          className={parts["button"]}
          aria-label={say("web.home.new_game", { game: title })}
          disabled={!game}
          onClick={() => plan(name)}
        >
          {say("web.home.new")}
        </button>
        <a href={`/rules/${name}`} aria-label={say("web.home.rules_game", { game: title })}>
          {say("web.home.rules")}
        </a>
      </div>
    </li>
  );
}

function Facts({ players, minutes }: GameInfo) {
  const say = useSay();
  const many = say("web.home.players", { from: Math.min(...players), to: Math.max(...players) });
  const long = say("web.home.minutes", { minutes: minutes.join("–") });
  return (
    <>
      {many} · {long}
    </>
  );
}
