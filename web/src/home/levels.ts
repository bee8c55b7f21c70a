/** How well bots play. */

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];

/** The level that the person played last; medium for newcomers. */
export function levelOf(remembered: string | null): Level {
  return LEVELS.find((level) => level === remembered) ?? "medium";
}
