/** Highlights in the scene and of the things, and the preview of a move. */

import { useMemo } from "react";
import { choosable, chosenWith, fitting, theMove } from "./choosing";
import type { Game, Piece, View, Words } from "./game";
import { chosenMove, type State } from "./store";

export interface Highlights {
  /** Places that can be chosen now. */
  readonly can: ReadonlySet<string>;
  readonly chosen: readonly string[];
  /** The place under the pointer or the keyboard, and those that something outside points at. */
  readonly pointed: readonly string[];
  /** Places that have changed since the player's last decision. */
  readonly fresh: readonly string[];
}

const NO_PIECES: readonly Piece[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();

/** What belongs to every move that the lesson waits for. */
export function taughtKeys(state: State): readonly string[] {
  const { game, update } = state;
  const waitsFor = new Set(update?.table.lesson?.moves);
  const moves = update?.view?.moves.filter(({ id }) => waitsFor.has(id)) ?? [];
  const [first, ...others] = game ? moves.map(game.choices) : [];
  return first?.filter((key) => others.every((keys) => keys.includes(key))) ?? [];
}

/** The pieces of the chosen move, or of the one that pointing at a place would choose. */
export function useGhost(state: State, game: Game, view: View, wide: boolean): readonly Piece[] {
  const aimed = useMemo(() => aim(state), [state]);
  return useMemo(() => {
    const meant = theMove(view.moves, aimed, game.choices);
    if (meant) return game.ghost(meant, view, wide);
    return (aimed.length > 0 && game.refusedGhost?.(aimed, view)) || NO_PIECES;
  }, [game, aimed, view, wide]);
}

/** The selection, including the hovered place. */
function aim(state: State): readonly string[] {
  const { game, update, chosen, focus } = state;
  const view = update?.view;
  if (!game || !view || view.moves.length === 0 || focus === null || chosenMove(state)) return chosen;
  return game.pick?.([focus], view, chosen) ?? chosenWith(view.moves, chosen, [focus], game.choices);
}

export function useHighlights(
  state: State,
  game: Game,
  view: View,
  words: Words,
  scored: readonly string[],
): Highlights {
  const { chosen, pending, log, highlighted, focus } = state;
  const since = state.update?.log.since ?? 0;
  const isPlace = useMemo(() => new Set(game.places(view, words).map((place) => place.key)), [game, view, words]);
  const can = useMemo(() => {
    if (view.moves.length === 0 || pending) return NO_KEYS;
    const things = chosen.filter((key) => !isPlace.has(key));
    return choosable(fitting(view.moves, things, game.choices), game.choices);
  }, [view, pending, chosen, game, isPlace]);
  const fresh = useMemo(() => {
    if (view.player === null) return [];
    return log.slice(since).flatMap((line) => line.places);
  }, [log, since, view.player]);
  const taught = [...(state.update?.table.lesson?.places ?? []), ...taughtKeys(state)];
  return { can, chosen, pointed: [...highlighted, ...taught, ...(focus ? [focus] : []), ...scored], fresh };
}
