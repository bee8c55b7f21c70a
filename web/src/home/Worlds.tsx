import type { Game } from "../shared/api";
import { useSay } from "../shared/words";
import { factsOf, GAMES, type GameName } from "./games";
import styles from "./home.module.css";
import { PICTURES } from "./pictures";

type Props = {
  games: readonly Game[] | null; // null: not known yet
  starting: GameName | null;
  play: (game: GameName) => void;
  plan: (game: GameName) => void;
};

/** The four games, each in its own world. */
export function Worlds({ games, ...props }: Props) {
  const say = useSay();
  return (
    <section id="games" aria-label={say("web.home.worlds")}>
      <ul className={styles["worlds"]}>
        {GAMES.map(({ name }) => (
          <World key={name} name={name} game={games?.find((game) => game.name === name) ?? null} {...props} />
        ))}
      </ul>
    </section>
  );
}

function World({ name, game, starting, play, plan }: { name: GameName; game: Game | null } & Omit<Props, "games">) {
  const say = useSay();
  const Picture = PICTURES[name];
  const { title, minutes } = factsOf(name);
  const [fewest, most] = game ? [Math.min(...game.players), Math.max(...game.players)] : [2, 4];
  return (
    <li className={styles["world"]} data-game={name}>
      <div className={styles["picture"]}>
        <Picture />
      </div>
      <div className={styles["about"]}>
        <h2>{title}</h2>
        <p className={styles["aside"]}>
          {say("web.home.players", { from: fewest, to: most })} · {say("web.home.minutes", { minutes })}
        </p>
        <p>{say(`web.games.${name}`)}</p>
      </div>
      <div className={styles["actions"]}>
        <button
          type="button"
          className="button primary"
          aria-label={starting === name ? undefined : say("web.home.play_game", { game: title })}
          disabled={starting !== null}
          onClick={() => play(name)}
        >
          {say(starting === name ? "web.home.playing" : "web.home.play")}
        </button>
        <button
          type="button"
          className="button"
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
