/** Views of real matches, as the server sends them. `make views` writes them from the rules. */

import type { GameInfo } from "../shared/api";
import { looksOf } from "../shared/games";
import { say } from "../shared/words";
import type { Move, View, Words } from "../table/game";

type Changed<V extends View> = Partial<Omit<V, "table">> & { readonly table: Partial<V["table"]> };

/** What `views.gen.ts` of a game holds: only what differs from the first view is written. */
export type Fixture<G extends View["game"]> = Views<Extract<View, { game: G }>>;

export interface Views<V extends View = View> {
  readonly info: GameInfo;
  readonly first: V;
  readonly moments: readonly {
    readonly view: Changed<V>;
    readonly trial: { readonly move: number; readonly view: Changed<V> } | null;
  }[];
}

/** The view of the deciding seat and, where possible, the view after one of its moves. */
export interface Moment<V extends View> {
  readonly view: V;
  readonly tried: { readonly move: Move<V>; readonly trial: V } | null;
}

export interface Played<V extends View> {
  readonly info: GameInfo;
  /** Players are named after their pieces. */
  readonly words: Words;
  /** The first occurrence of every kind of decision, and the end. */
  readonly moments: readonly Moment<V>[];
  /** The first view in which this is possible. */
  offering(action: Move<V>["data"]["action"]): Moment<V>;
  readonly end: V;
}

const changed = <V extends View>(before: V, by: Changed<V>): V => ({
  ...before,
  ...by,
  table: { ...before.table, ...by.table },
});

export function played<V extends View>({ info, first, moments: recorded }: Views<V>): Played<V> {
  const moments = recorded.map((moment): Moment<V> => {
    const view = changed(first, moment.view);
    const move = view.moves[view.moves.findIndex(({ id }) => id === moment.trial?.move)];
    return { view, tried: moment.trial && move ? { move, trial: changed(view, moment.trial.view) } : null };
  });
  const end = moments.at(-1)?.view;
  if (end?.player !== null) throw new Error(`the views of ${info.name} do not end`);
  return {
    info,
    words: { say, name: (seat) => info.seat_names[seat] ?? "", seats: looksOf(info, say) },
    moments,
    offering(action) {
      const found = moments.find(({ view }) => view.moves.some(({ data }) => data.action === action));
      if (!found) throw new Error(`nobody can ${action} in the views of ${info.name}`);
      return found;
    },
    end,
  };
}
