/** What the home page knows about each game before it has asked the server. */

import type { Key } from "../shared/words";
import type { Colour } from "../table/game";

export type GameName = "skyliners" | "skyline3000" | "skyline-world" | "newyork1901";

type Seat = { colour: Colour; letter: Key };
type Facts = { name: GameName; title: string; minutes: string; seats: readonly Seat[] };

/** In the order of the home page. */
export const GAMES: readonly Facts[] = [
  {
    name: "skyliners",
    title: "Skyliners",
    minutes: "45",
    seats: (["red", "blue", "yellow", "green"] as const).map((colour) => ({
      colour,
      letter: `skyliners.letters.${colour}`,
    })),
  },
  {
    name: "skyline3000",
    title: "Skyline 3000",
    minutes: "60",
    seats: (["orange", "purple", "green", "white"] as const).map((colour) => ({
      colour,
      letter: `skyline3000.letters.${colour}`,
    })),
  },
  {
    name: "skyline-world",
    title: "Skyline of the World",
    minutes: "60",
    seats: (["yellow", "purple", "blue", "red"] as const).map((colour) => ({
      colour,
      letter: `skyline-world.letters.${colour}`,
    })),
  },
  {
    name: "newyork1901",
    title: "New York 1901",
    minutes: "10–20",
    seats: (["orange", "purple", "white", "brown"] as const).map((colour) => ({
      colour,
      letter: `web_newyork1901.letters.${colour}`,
    })),
  },
];

export function factsOf(game: string): Facts {
  const facts = GAMES.find(({ name }) => name === game);
  if (!facts) throw new Error(`the client knows no game called ${game}`);
  return facts;
}

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];

/** The level that the person played last; medium for newcomers. */
export function levelOf(remembered: string | null): Level {
  return LEVELS.find((level) => level === remembered) ?? "medium";
}
