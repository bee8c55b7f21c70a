/** The picture of each game, shown before it is loaded. Every folder in `web/src/games` is a game and has a card. */

import type { ReactNode } from "react";

export interface Card {
  /** The sort order among the games. */
  readonly order: number;
  /** Its world as a small model. */
  Picture(): ReactNode;
}

const FILES = import.meta.glob<Card>("../games/*/card.tsx", { eager: true, import: "default" });

const nameIn = (path: string): string => path.split("/").at(-2) ?? "";

/** By the name of the game, in their order. */
export const CARDS: ReadonlyMap<string, Card> = new Map(
  Object.entries(FILES)
    .map(([path, card]) => [nameIn(path), card] as const)
    .sort(([, a], [, b]) => a.order - b.order),
);

export function cardOf(game: string): Card {
  const card = CARDS.get(game);
  if (!card) throw new Error(`the client knows no game called ${game}`);
  return card;
}
