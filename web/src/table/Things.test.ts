import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { say } from "../shared/words";
import type { Game, Thing, View } from "./game";
import { Things } from "./Things";

function drawn(thing: Thing, taught: readonly string[] = []): string {
  const game = { things: () => [thing], choices: () => [] } as Partial<Game> as Game;
  const view = { moves: [] } as Partial<View> as View;
  const words = { say, name: () => "", seats: [] };
  return renderToStaticMarkup(createElement(Things, { game, view, words, chosen: [], taught }));
}

/** As one reads it on the button. */
const read = (markup: string) => markup.replaceAll(/<[^>]*>/g, "").trim();

test("a thing without a picture shows its label, then how many there are", () => {
  expect(read(drawn({ key: "park", label: "Park" }))).toBe("Park");
  expect(read(drawn({ key: "park", label: "Park", count: 1 }))).toBe("Park 1");
});

test("what a lesson talks about is singled out, and of its parts those that it means", () => {
  const parts = [1, 2].map((n) => ({ key: `see ${n}`, label: `${n}`, short: `${n}` }));
  const plan = { key: "plan A", label: "Row A", parts };
  const taught = [...drawn(plan, ["plan A", "see 2"]).matchAll(/<button[^>]*data-taught[^>]*>/g)].join();
  expect(taught.match(/data-(thing|part)="[^"]+"/g)).toEqual(['data-thing="plan A"', 'data-part="see 2"']);
  expect(drawn(plan, ["see 2"])).not.toContain("data-taught");
});

test("the name of a thing has all the words that are on it", () => {
  expect(drawn({ key: "park", label: "Park", count: 1 })).toContain('aria-label="Park, 1"');
});
