/** What is bid in an auction. */

import type { LogLine } from "../../table/game";
import type { Table } from "./view";

/** The cards that are left when some are taken. */
export function without(cards: readonly string[], taken: readonly string[]): string[] {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(card), 1);
  return left;
}

export interface Opening {
  readonly bids: readonly { readonly seat: number; readonly cards: readonly string[] }[];
  readonly winner: number | null;
}

/** The bids of this round's latest auction, all turned up; they stay in sight until the next one, or the next round. */
export function openedBids(log: readonly LogLine[], { phase }: Table): Opening | null {
  if (phase === "building") return null;
  const last = log.findLastIndex(({ about }) => "bid" in about);
  const first = log.findLastIndex(({ about }, n) => n < last && !("bid" in about)) + 1;
  const begun = log.findLastIndex(({ about }) => "round" in about && !("block" in about));
  if (last < 0 || first < begun) return null;
  const bids = log.slice(first, last + 1).map(({ about }) => ({
    seat: Number(about["player"]),
    cards: String(about["bid"]).split(", ").filter(Boolean),
  }));
  const next = log[last + 1]?.about["player"];
  return { bids, winner: typeof next === "number" && bids.some(({ cards }) => cards.length > 0) ? next : null };
}
