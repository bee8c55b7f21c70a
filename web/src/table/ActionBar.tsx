/** What can I do now? One line, what it would change, and the things to do it with. */

import { useEffect } from "react";
import { useDark } from "../shared/theme";
import { Absence } from "./Absence";
import styles from "./ActionBar.module.css";
import { Bar, Confirm } from "./Bar";
import { Consequences, known } from "./Consequences";
import type { Game, Move, View, Words } from "./game";
import { Suggestions, Warning } from "./Hints";
import { taughtKeys } from "./highlights";
import { Lesson } from "./Lesson";
import { Refusal } from "./Refusal";
import {
  announce,
  choose,
  chosenMove,
  confirm,
  highlight,
  isSuggested,
  playMoves,
  requestHint,
  type State,
  unchoose,
  undo,
  useTable,
  weakness,
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
  const lesson = state.update?.table.lesson ?? null;
  const title = question(game, view, words, move, state);
  const changes = move ? known(game, move, view, trial, words) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen move is told once, when all of its consequences are known
  useEffect(() => {
    if (state.trial && !state.pending) announce(title, ...changes.map(({ text }) => text));
  }, [state.trial]);
  return (
    <Bar
      label={say("web.table.bar")}
      title={title}
      actions={<Actions state={state} move={move} words={words} />}
      mine={view.moves.length > 0}
      lead={lesson ? <Lesson step={lesson} words={words} /> : <Absence words={words} />}
    >
      <div className={styles["preview"]} data-slot="preview">
        <Refusal game={view.game} />
        {move && state.warned === move.id ? (
          <Warning game={game} view={view} words={words} state={state} move={move} />
        ) : (
          <>
            {state.hintShown && <Suggestions game={game} view={view} words={words} state={state} move={move} />}
            {move && <Consequences list={changes} words={words} view={view} />}
          </>
        )}
      </div>
      <div className={styles["hand"]} data-slot="hand">
        <Things game={game} view={view} words={words} chosen={state.chosen} taught={taughtKeys(state)} />
        {game.PlayerArea && (
          <game.PlayerArea
            view={view}
            trial={trial}
            words={words}
            night={night}
            chosen={state.chosen}
            choose={choose}
            highlight={highlight}
            log={state.log}
            play={playMoves}
          />
        )}
      </div>
    </Bar>
  );
}

function question(game: Game, view: View, words: Words, move: Move | null, state: State): string {
  const { say } = words;
  if (view.moves.length === 0) return waiting(view, words, state.update?.seat ?? null);
  if (!move) return game.prompt(view, words);
  const text = game.describe(move, view, words);
  if (isSuggested(state, move) && !weakness(state, move)) return say("web.table.hint_is", { move: text });
  return view.moves.length === 1 ? say("web.table.only", { move: text }) : text;
}

function waiting(view: View, words: Words, seat: number | null): string {
  const player = words.name(view.player ?? 0);
  return words.say(seat === null ? "web.table.watching" : "web.table.waiting", { player });
}

function Actions({ state, move, words }: { state: State; move: Move | null; words: Words }) {
  const { say } = words;
  const { update, pending, chosen } = state;
  const deciding = (update?.view?.moves.length ?? 0) > 0;
  return (
    <>
      {update?.table.hints && deciding && (
        <button type="button" onClick={requestHint} aria-keyshortcuts="H">
          {say("web.table.hint")}
        </button>
      )}
      {chosen.length > 0 ? (
        <button type="button" onClick={unchoose} aria-keyshortcuts="Escape">
          {say("web.table.unchoose")}
        </button>
      ) : (
        update?.undo && (
          <button type="button" onClick={undo} aria-disabled={pending} aria-keyshortcuts="U">
            {say("web.table.undo")}
          </button>
        )
      )}
      {deciding && (
        <Confirm onClick={confirm} disabled={!move} aria-disabled={pending} aria-keyshortcuts="Enter">
          {say(pending ? "web.table.sent" : "web.table.confirm")}
        </Confirm>
      )}
    </>
  );
}
