/** What the home page knows about each game before it has asked the server. */

import type { Game } from "../shared/api";

export type GameName = "skyliners" | "skyline3000" | "skyline-world" | "newyork1901";
export type Colour = "blue" | "red" | "green" | "yellow" | "purple" | "orange" | "white" | "brown";

type Facts = { name: GameName; title: string; minutes: string; colours: readonly Colour[] };

/** In the order of the home page. */
export const GAMES: readonly Facts[] = [
  { name: "skyliners", title: "Skyliners", minutes: "45", colours: ["red", "blue", "yellow", "green"] },
  { name: "skyline3000", title: "Skyline 3000", minutes: "60", colours: ["orange", "purple", "green", "white"] },
  { name: "skyline-world", title: "Skyline of the World", minutes: "60", colours: ["yellow", "purple", "blue", "red"] },
  { name: "newyork1901", title: "New York 1901", minutes: "10–20", colours: ["orange", "purple", "white", "brown"] },
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

export type { Game };
