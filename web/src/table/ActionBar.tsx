/** What can I do now? One line, what it would change, and the things to do it with. */

import { Seal } from "../shared/Seal";
import { useDark } from "../shared/theme";
import styles from "./ActionBar.module.css";
import { Bar, Confirm } from "./Bar";
import type { Consequence, Game, Move, View, Words } from "./game";
import {
  askForHint,
  choose,
  chosenMove,
  confirm,
  playMoves,
  type State,
  show,
  unchoose,
  undo,
  useTable,
} from "./store";
import { Things } from "./Things";

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
}

export function ActionBar({ game, view, words }: Props) {
  const state = useTable();
  const night = useDark();
  const { say } = words;
  const move = chosenMove(state);
  const trial = state.trial?.view ?? null;
  return (
    <Bar
      label={say("web.table.bar")}
      title={question(game, view, words, move, state)}
      doings={<Doings state={state} move={move} words={words} />}
      mine={view.moves.length > 0}
    >
      <div className={styles["outlook"]} data-slot="outlook">
        {state.refusal !== null && (
          <p className={styles["refusal"]} role="alert">
            {state.refusal}
          </p>
        )}
        {move && <Consequences list={known(game, move, view, trial, words)} words={words} view={view} />}
      </div>
      <div className={styles["hand"]} data-slot="hand">
        <Things game={game} view={view} words={words} chosen={state.chosen} sent={state.sent} />
        {game.Desk && (
          <game.Desk
            view={view}
            trial={trial}
            words={words}
            night={night}
            chosen={state.chosen}
            choose={choose}
            show={show}
            log={state.log}
            play={playMoves}
          />
        )}
      </div>
    </Bar>
  );
}

function question(game: Game, view: View, words: Words, move: Move | null, { letter, hint }: State): string {
  const { say } = words;
  if (view.moves.length === 0) return waiting(view, words, letter?.seat ?? null);
  if (!move) return game.ask(view, words);
  const text = game.describe(move, view, words);
  if (hint === move.id) return say("web.table.hint_is", { move: text });
  return view.moves.length === 1 ? say("web.table.only", { move: text }) : text;
}

function waiting(view: View, words: Words, seat: number | null): string {
  const player = words.name(view.player ?? 0);
  return words.say(seat === null ? "web.table.watching" : "web.table.waiting", { player });
}

function Doings({ state, move, words }: { state: State; move: Move | null; words: Words }) {
  const { say } = words;
  const { letter, sent, chosen } = state;
  const deciding = (letter?.view?.moves.length ?? 0) > 0;
  return (
    <>
      {letter?.table.hints && deciding && (
        <button type="button" onClick={askForHint} aria-keyshortcuts="H">
          {say("web.table.hint")}
        </button>
      )}
      {chosen.length > 0 ? (
        <button type="button" onClick={unchoose} aria-keyshortcuts="Escape">
          {say("web.table.unchoose")}
        </button>
      ) : (
        letter?.undo && (
          <button type="button" onClick={undo} disabled={sent} aria-keyshortcuts="U">
            {say("web.table.undo")}
          </button>
        )
      )}
      {deciding && (
        <Confirm onClick={confirm} disabled={!move || sent} aria-keyshortcuts="Enter">
          {say(sent ? "web.table.sent" : "web.table.confirm")}
        </Confirm>
      )}
    </>
  );
}

/** Everything known about a move before it is made. */
function known(game: Game, move: Move, view: View, trial: View | null, words: Words): readonly Consequence[] {
  return [...(game.foretell?.(move, view, words) ?? []), ...(trial ? game.consequences(view, trial, words) : [])];
}

interface ConsequencesProps {
  readonly list: readonly Consequence[];
  readonly words: Words;
  readonly view: View;
}

function Consequences({ list, words, view }: ConsequencesProps) {
  const ownFirst = [...list].sort((a, b) => Number(b.seat === view.seat) - Number(a.seat === view.seat));
  return (
    <ul className={styles["consequences"]} data-slot="consequences">
      {ownFirst.map(({ text, seat, good }) => (
        <li key={`${seat} ${text}`} data-good={good}>
          {seat !== undefined && <Seal seat={seat} look={words.seats[seat]} />}
          {text}
        </li>
      ))}
    </ul>
  );
}
