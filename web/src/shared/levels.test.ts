import { afterAll, expect, test } from "vitest";
import { LEVELS, levelName } from "./levels";
import { loadWords, say } from "./words";

afterAll(() => loadWords("en"));

test("levels are named in the chosen language, others as the server says them", async () => {
  await loadWords("de");
  expect([...LEVELS, "greedy", "random"].map((level) => levelName(level, say))).toEqual([
    "leicht",
    "mittel",
    "schwer",
    "meisterhaft",
    "gierig",
    "zufällig",
  ]);
  expect(levelName("hal", say)).toBe("hal");
});
