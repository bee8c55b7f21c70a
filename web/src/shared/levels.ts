/** How well bots play. */

import type { Say } from "./words";

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];

const NAMED = [...LEVELS, "greedy", "random"] as const;

/** The level that the person played last; medium for newcomers. */
export function levelOf(remembered: string | null): Level {
  return LEVELS.find((level) => level === remembered) ?? "medium";
}

/** A level in the chosen language; one that is unknown here is left as it is. */
export function levelName(level: string, say: Say): string {
  const named = NAMED.find((name) => name === level);
  return named ? say(`web.levels.${named}`) : level;
}
