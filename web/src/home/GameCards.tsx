import type { GameInfo, MySummary } from "../shared/api";
import { CARDS, type Card } from "../shared/cards";
import { gameKey, useGame } from "../shared/games";
import parts from "../shared/parts.module.css";
import { type Key, useSay } from "../shared/words";
import { hasPlayed, usePreparing } from "./actions";
import styles from "./GameCards.module.css";
import page from "./page.module.css";

type Props = {
  starting: string | null;
  /** My tables; null: not known yet. */
  mine: readonly MySummary[] | null;
  /** Without a variant, the one that suits whoever plays. */
  play: (game: string, variant: string | null) => void;
  learn: (game: string) => void;
  plan: (game: GameInfo) => void;
};

/** Keeps the height of a line until the server has described the game. */
const RESERVED = "\u00a0";

/** The games, each in its own world. */
export function GameCards(props: Props) {
  const say = useSay();
  return (
    <section id="games" aria-label={say("web.home.worlds")}>
      <ul className={styles["worlds"]}>
        {[...CARDS].map(([name, card]) => (
          <GameCard key={name} name={name} card={card} {...props} />
        ))}
      </ul>
    </section>
  );
}

function GameCard({ name, card, starting, mine, play, learn, plan }: { name: string; card: Card } & Props) {
  const say = useSay();
  const game = useGame(name);
  const labelled = (key: Key) => (game ? say(key, { game: game.title }) : undefined);
  const preparing = usePreparing(({ text }) => (starting === name ? text : null));
  const isNew = mine !== null && !hasPlayed(name, mine);
  return (
    <li className={styles["world"]} data-game={name}>
      <div className={page["picture"]}>
        <card.Picture />
        {preparing !== null && (
          <p className={styles["note"]} role="status" data-slot="preparing">
            {preparing}
          </p>
        )}
        {isNew && game?.beginners != null && preparing === null && (
          <p className={styles["note"]} data-slot="beginners">
            {say(gameKey(name, "beginners.offer"))}{" "}
            <button
              type="button"
              aria-disabled={starting !== null}
              onClick={() => play(name, game.variants[0] ?? null)}
            >
              {say(gameKey(name, "beginners.skip"))}
            </button>
          </p>
        )}
      </div>
      <div className={styles["about"]} aria-busy={!game}>
        <h2>{game?.title ?? RESERVED}</h2>
        <p className={page["aside"]}>{game ? <Facts {...game} /> : RESERVED}</p>
        <p>{say(gameKey(name, "about"))}</p>
      </div>
      <div className={styles["actions"]}>
        <button
          type="button"
          className={`${parts["button"]} ${parts["primary"]}`}
          aria-label={starting === name ? undefined : labelled("web.home.play_game")}
          aria-disabled={starting !== null}
          onClick={() => play(name, null)}
        >
          {say(starting === name ? "web.home.playing" : "web.home.play")}
        </button>
        <button
          type="button"
          className={parts["button"]}
          aria-label={labelled("web.home.new_game")}
          disabled={!game}
          onClick={() => game && plan(game)}
        >
          {say("web.home.new")}
        </button>
        {game?.lesson !== false && (
          <button
            type="button"
            className={styles["learn"]}
            data-new={isNew}
            aria-label={labelled("web.lesson.learn_game")}
            disabled={!game}
            aria-disabled={starting !== null}
            onClick={() => learn(name)}
          >
            {say("web.lesson.learn")}
          </button>
        )}
        <a href={`/rules/${name}`} aria-label={labelled("web.home.rules_game")}>
          {say("web.home.rules")}
        </a>
      </div>
    </li>
  );
}

function Facts({ players, minutes }: GameInfo) {
  const say = useSay();
  const [fewest, most] = [Math.min(...players), Math.max(...players)];
  const many =
    fewest < most ? say("web.home.players", { from: fewest, to: most }) : say("web.home.so_many", { n: most });
  const long = say("web.home.minutes", { minutes: minutes.join("–") });
  return (
    <>
      {many} · {long}
    </>
  );
}
