import { afterAll, expect, test } from "vitest";
import { loadWords, say, together } from "./words";

afterAll(() => loadWords("en"));

test("names are listed as in a sentence", async () => {
  await loadWords("nl");
  expect(together(["Ann"], say)).toBe("Ann");
  expect(together(["Ann", "Bob"], say)).toBe("Ann en Bob");
  expect(together(["Ann", "Bob", "Cid"], say)).toBe("Ann, Bob en Cid");
});
