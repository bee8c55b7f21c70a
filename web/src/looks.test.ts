/** The conventions for styles: classes are private to their CSS modules; other code finds elements by `data-slot`. */

import { expect, test } from "vitest";
import { importsOf, SOURCES } from "./testing/sources";

const MODULES = SOURCES.filter(({ path }) => path.endsWith(".module.css"));
const CODE = SOURCES.filter(({ path }) => !path.endsWith(".css"));

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);

const classesOf = (css: string): Set<string> =>
  new Set(found(css.replaceAll(/\/\*.*?\*\//gs, ""), /\.([a-z][\w-]*)/gi));

/** The classes that code takes from a module, those with a changing end by their beginning: `card-*`. */
function takenFrom(path: string): string[] {
  const file = path.split("/").at(-1);
  return CODE.filter((source) => importsOf(source).includes(path)).flatMap(({ text }) => {
    const name = new RegExp(`import (\\w+) from "[^"]*/${file}"`).exec(text)?.[1];
    const exact = found(text, new RegExp(`\\b${name}\\["([\\w-]+)"\\]`, "g"));
    const begun = found(text, new RegExp(`\\b${name}\\[\`([\\w-]+)\\$\\{`, "g"));
    const wholly = new RegExp(`\\b${name}\\[[a-z]`).test(text) ? ["*"] : [];
    return [...exact, ...begun.map((start) => `${start}*`), ...wholly];
  });
}

const fits = (name: string, taken: string): boolean =>
  taken.endsWith("*") ? name.startsWith(taken.slice(0, -1)) : name === taken;

test("there is one style sheet for colours, sizes and elements; all others are modules", () => {
  const sheets = SOURCES.filter(({ path }) => /(?<!\.module)\.css$/.test(path));
  expect(sheets.map(({ path }) => path)).toEqual(["style.css"]);
  expect(sheets.flatMap(({ text }) => [...classesOf(text)])).toEqual([]);
});

test("no class has a name of its own outside its module", () => {
  expect(CODE.filter(({ text }) => /className(=|: )"/.test(text)).map(({ path }) => path)).toEqual([]);
  expect(MODULES.filter(({ text }) => text.includes(":global")).map(({ path }) => path)).toEqual([]);
});

test.each(MODULES)("every class of $path is defined and used", ({ path, text }) => {
  const classes = [...classesOf(text)];
  const taken = takenFrom(path);
  expect(taken.filter((one) => !classes.some((name) => fits(name, one)))).toEqual([]);
  expect(classes.filter((name) => !taken.some((one) => fits(name, one)))).toEqual([]);
});

test("every slot that looks or keys refer to is there", () => {
  const given = new Set(CODE.flatMap(({ text }) => found(text, /data-slot="([\w-]+)"/g)));
  const sought = SOURCES.flatMap(({ text }) => found(text, /\[data-slot="?([\w-]+)"?\]/g));
  expect(sought.filter((slot) => !given.has(slot))).toEqual([]);
});
