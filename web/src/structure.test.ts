/** Checks the dependencies between the parts of the client. */

import { expect, test } from "vitest";
import { CARDS } from "./shared/cards";
import { importsOf, SOURCES } from "./testing/sources";
import type { Views } from "./testing/views";

const VIEWS = import.meta.glob<Views>("./games/*/views.gen.ts", { eager: true, import: "views" });

/** "home", or "games/<name>". */
const partOf = (path: string): string => /^(games\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? "";

/** Which other parts a part imports from, not counting its tests. */
function neighboursOf(part: string): string[] {
  const own = SOURCES.filter(({ path }) => partOf(path) === part && !path.includes(".test."));
  const imported = new Set(own.flatMap(importsOf).map(partOf));
  return [...imported].filter((name) => name !== part).sort();
}

test.each(["home", "table", "rules", "about"])("%s knows nothing of the other pages, nor of any game", (page) => {
  expect(neighboursOf(page)).toEqual(["shared"]);
});

test("what is shared needs nobody", () => {
  expect(neighboursOf("shared")).toEqual([]);
});

test.each([...CARDS.keys()])("%s knows the table, and no other game", (name) => {
  expect(neighboursOf(`games/${name}`)).toEqual(["shared", "table"]);
});

test.each([...CARDS.keys()])("nobody but itself knows %s by name", (name) => {
  const title = VIEWS[`./games/${name}/views.gen.ts`]?.info.title;
  const named = new RegExp(`(?<![a-z])(${name.replace("-", "[-_]")}|${title})(?![a-z])`, "i");
  const others = SOURCES.filter(({ path }) => partOf(path) !== `games/${name}`);
  expect(others.filter(({ text }) => named.test(text)).map(({ path }) => path)).toEqual([]);
});
