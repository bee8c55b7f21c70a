import { expect, test } from "vitest";
import { convert } from "./convert";
import { loadPage } from "./pages";
import { isIn, places, queryOf } from "./search";

const PAGE = `# Title

A lead.

## The first part
Before the rules.

- **SL-1 One.** A rule,
  see SL-2 and SL-9 (decision: it is ours).
- **SL-2 Two.** Another.

## The second part
**SL-10 Ten.** With a table:

| a | b |
|---|---|
| 1 | 2 |

[Components](components.md)
`;

test("a rule is a block with its number, whether it stands in a list or not", () => {
  const [lead, first, second] = convert(PAGE);
  expect(lead).toMatchObject({ title: "Title", depth: 1, blocks: [{ id: null }] });
  expect(first?.blocks.map(({ id }) => id)).toEqual([null, "SL-1", "SL-2"]);
  expect(second).toMatchObject({ id: "the-second-part", depth: 2, title: "The second part" });
});

test("what follows a rule belongs to it", () => {
  const [, , second] = convert(PAGE);
  expect(second?.blocks.map(({ id }) => id)).toEqual(["SL-10"]);
  expect(second?.blocks[0]?.html).toContain('<div tabindex="0"><table>');
});

test("links lead to rules of the page and to other pages", () => {
  const [, first, second] = convert(PAGE);
  expect(first?.blocks[1]?.html).toContain(
    'see <a href="#SL-2">SL-2</a> and SL-9 <small>(decision: it is ours)</small>.',
  );
  expect(second?.blocks[0]?.html).toContain('href="/rules/components"');
});

const TEXT = "SL-24 Nicht zweimal. 2 verschiedene Bauplätze";

test.each([
  ["sl-24", true],
  ["24", true],
  ["2", true],
  ["SL-2", false],
  ["4", false],
  ["bauplatze ZWEI", true],
  ["bauplätze dreimal", false],
  ["(", false],
  ["", true],
])("%s is in it: %s", (query, expected) => {
  expect(isIn(TEXT, queryOf(query))).toBe(expected);
});

test("every place is found, where it is in the text itself", () => {
  expect(places(TEXT, queryOf("ä 2")).map(([start, end]) => TEXT.slice(start, end))).toContain("ä");
  expect(places(TEXT, queryOf("zwei"))).toEqual([[12, 16]]);
});

test("a page that is not translated is in English", async () => {
  const page = (title: string) => () => Promise.resolve(convert(`# ${title}`));
  const pages = { "../../../docs/rules/a.md": page("English"), "../../../docs/rules/de/a.md": page("Deutsch") };
  expect(await loadPage("a", "de", pages)).toMatchObject({ language: "de", title: "Deutsch" });
  expect(await loadPage("a", "nl", pages)).toMatchObject({ language: "en", title: "English" });
  expect(await loadPage("b", "nl", pages)).toBeNull();
});
