/** How well bots play. */

import type { Schemas } from "./api";
import type { Say } from "./words";

type Bot = Schemas["BotLevel"]["level"];

export const LEVELS = ["easy", "medium", "hard", "expert"] as const satisfies readonly Bot[];
export type Level = (typeof LEVELS)[number];

const NAMED: readonly Bot[] = [...LEVELS, "greedy", "random"];

/** The level that the person played last; medium for newcomers. */
export function levelOf(remembered: string | null): Level {
  return LEVELS.find((level) => level === remembered) ?? "medium";
}

/** A level in the chosen language; one that is unknown here is left as it is. */
export function levelName(level: string, say: Say): string {
  const named = NAMED.find((name) => name === level);
  return named ? say(`web.levels.${named}`) : level;
}
