/** What a bot advises: the best moves with their chances and what they do, and the coach's warning of a weak one. */

import { Consequences, known, ownFirst } from "./Consequences";
import controls from "./controls.module.css";
import type { Game, Move, View, Words } from "./game";
import styles from "./Hints.module.css";
import { confirm, follow, type State, type Suggestion, weakness } from "./store";

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly state: State;
  readonly move: Move | null;
}

/** Each with its reason; all that the chosen one would do is below. Choosing a suggestion again confirms it, as with
 * places and pieces. */
export function Suggestions({ game, view, words, state, move }: Props) {
  const { say } = words;
  return (
    <ol className={styles["suggestions"]} data-slot="suggestions" aria-label={say("web.table.suggestions")}>
      {(state.hint?.best ?? []).map((suggestion) => (
        <li key={suggestion.move} className={controls["controls"]}>
          <button
            type="button"
            aria-label={said(game, suggestion, view, words)}
            aria-pressed={suggestion.move === move?.id}
            onClick={() => (suggestion.move === move?.id ? confirm() : follow(suggestion))}
          >
            <span className={styles["whole"]}>{said(game, suggestion, view, words)}</span>
            <span className={styles["short"]}>{short(game, suggestion, view, words)}</span>
          </button>
          {suggestion.move !== move?.id && (
            <small className={styles["reason"]}>{reason(game, suggestion, view, words)}</small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The better move, its chance and the other one's, and the reason: what the better move would do. */
export function Warning({ game, view, words, state, move }: Props & { move: Move }) {
  const { say } = words;
  const [best] = state.hint?.best ?? [];
  const weak = weakness(state, move);
  if (!best || !weak) return null;
  const better = legal(view, best);
  return (
    <div className={styles["warning"]} role="alert" data-slot="warning">
      <p className={controls["controls"]}>
        {say("web.table.coach_warns", {
          move: better ? game.describe(better, view, words) : best.text,
          best: percent(best.chance),
          own: percent(weak.chance),
        })}{" "}
        <button type="button" onClick={() => follow(best)}>
          {say("web.table.coach_shows")}
        </button>
      </p>
      {better && <Consequences list={known(game, better, view, best.view, words)} words={words} view={view} />}
    </div>
  );
}

function said(game: Game, suggestion: Suggestion, view: View, words: Words): string {
  const move = legal(view, suggestion);
  const text = move ? game.describe(move, view, words) : suggestion.text;
  if (suggestion.chance === null) return text;
  return words.say("web.table.suggestion", { move: text, chance: percent(suggestion.chance) });
}

/** On a phone there is room for the chance alone. The move that is chosen is named below. */
function short(game: Game, suggestion: Suggestion, view: View, words: Words): string {
  return suggestion.chance === null ? said(game, suggestion, view, words) : `${percent(suggestion.chance)} %`;
}

/** The best of what a suggestion would do; all of it would hide the city. */
function reason(game: Game, suggestion: Suggestion, view: View, words: Words): string {
  const move = legal(view, suggestion);
  const changes = move ? ownFirst(known(game, move, view, suggestion.view, words), view) : [];
  return (changes.find(({ good }) => good) ?? changes[0])?.text ?? "";
}

function legal(view: View, { move }: Suggestion): Move | undefined {
  return view.moves.find((one) => one.id === move);
}

function percent(chance: number | null): string {
  return String(Math.round(100 * (chance ?? 0)));
}
