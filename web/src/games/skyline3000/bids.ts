/** What is bid in an auction. */

import type { Key } from "../../shared/words";
import type { LogLine } from "../../table/game";
import type { Skyline3000View } from "./view";

/** The cards that are left when some are taken. */
export function without(cards: readonly string[], taken: readonly string[]): string[] {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(card), 1);
  return left;
}

type KindOf<K> = K extends `skyline3000.log.${infer Kind}` ? Kind : never;

/** A line of the log is of the kind by whose key its sentence stands in the translations. */
const isOf = (line: LogLine, kind: KindOf<Key>): boolean => line.kind === kind;

export interface Opening {
  readonly bids: readonly { readonly seat: number; readonly cards: readonly string[]; readonly text: string }[];
  readonly winner: number | null;
}

/** The bids of this round's latest auction, all turned up; they stay in sight until the next one, or the next round. */
export function openedBids(log: readonly LogLine[], { players, table }: Skyline3000View): Opening | null {
  const round = log.slice(log.findLastIndex((line) => isOf(line, "round")) + 1);
  const bids = round
    .filter((line) => isOf(line, "bid"))
    .flatMap(({ seat, cards, text }) => (seat === null ? [] : { seat, cards, text }))
    .slice(-players);
  if (table.phase === "building" || bids.length === 0) return null;
  const after = round.slice(round.findLastIndex((line) => isOf(line, "bid")));
  return { bids, winner: after.find((line) => isOf(line, "wins"))?.seat ?? null };
}
