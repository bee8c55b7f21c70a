/** Views of real matches, as the server sends them. `make views` writes them from the rules. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GameInfo } from "../shared/api";
import { looksOf } from "../shared/games";
import { say } from "../shared/words";
import type { Move, View, Words } from "../table/game";

type Changed<T> = Partial<Omit<View<T>, "table">> & { readonly table: Partial<T> };

interface File<T> {
  readonly info: GameInfo;
  readonly first: View<T>;
  readonly moments: readonly {
    readonly view: Changed<T>;
    readonly trial: { readonly move: number; readonly view: Changed<T> } | null;
  }[];
}

/** A view of whoever has to decide, and where it can be known what one of the moves would make of it. */
export interface Moment<T> {
  readonly view: View<T>;
  readonly tried: { readonly move: Move; readonly trial: View<T> } | null;
}

export interface Played<T> {
  readonly info: GameInfo;
  /** Everybody is called as their pieces. */
  readonly words: Words;
  /** One for every kind of decision, when it first came up, and the end. */
  readonly moments: readonly Moment<T>[];
  /** The first moment at which this can be done. */
  offering(action: string): Moment<T>;
  readonly end: View<T>;
}

const changed = <T>(before: View<T>, by: Changed<T>): View<T> => ({
  ...before,
  ...by,
  table: { ...before.table, ...by.table },
});

export function played<T = unknown>(game: string): Played<T> {
  const file = join(import.meta.dirname, "../games", game, "views.json");
  const { info, first, moments: told } = JSON.parse(readFileSync(file, "utf8")) as File<T>;
  const moments = told.map((moment): Moment<T> => {
    const view = changed(first, moment.view);
    const move = view.moves.find(({ id }) => id === moment.trial?.move);
    return { view, tried: moment.trial && move ? { move, trial: changed(view, moment.trial.view) } : null };
  });
  const end = moments.at(-1)?.view;
  if (end?.player !== null) throw new Error(`the views of ${game} do not end`);
  return {
    info,
    words: { say, name: (seat) => info.seat_names[seat] ?? "", seats: looksOf(info, say) },
    moments,
    offering(action) {
      const found = moments.find(({ view }) => view.moves.some(({ data }) => data["action"] === action));
      if (!found) throw new Error(`nobody can ${action} in the views of ${game}`);
      return found;
    },
    end,
  };
}
