/** Translations, from the same files as the server's: `say("web.home.title")`. */

import { useCallback } from "react";
import { create } from "zustand";
import type english from "../../../src/rooftop/locale/en.json";
import { type Language, setSettings, useSettings } from "./settings";

type Leaves<T, Path extends string = ""> = T extends string
  ? Path
  : T extends readonly unknown[]
    ? never
    : { [K in keyof T & string]: Leaves<T[K], Path extends "" ? K : `${Path}.${K}`> }[keyof T & string];
type Singular<K> = K extends `${infer Stem}_${"one" | "other"}` ? Stem | K : K;

/** All translation keys. Keys with plural forms are also available by their stem, with a parameter `n`. */
export type Key = Singular<Leaves<typeof english>>;
export type Params = Record<string, string | number>;
export type Say = (key: Key, params?: Params) => string;

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", nl: "Nederlands" };

const LOADERS: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("../../../src/rooftop/locale/en.json"),
  de: () => import("../../../src/rooftop/locale/de.json"),
  nl: () => import("../../../src/rooftop/locale/nl.json"),
};

type Words = { language: Language; entries: unknown };
const useWords = create<Words>(() => ({ language: "en", entries: {} }));

function isLanguage(name: string): name is Language {
  return name in LANGUAGES;
}

function browserLanguage(): Language {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find(isLanguage) ?? "en";
}

/** Load the translations. Await it before the first render. */
export async function loadWords(language = useSettings.getState().language ?? browserLanguage()): Promise<void> {
  useWords.setState({ language }); // concurrent requests already use the new language
  const { default: entries } = await LOADERS[language]();
  document.documentElement.lang = language;
  useWords.setState({ entries });
}

export async function chooseLanguage(language: Language): Promise<void> {
  await loadWords(language);
  setSettings({ language });
}

function entry(entries: unknown, key: string): string | undefined {
  let found: unknown = entries;
  for (const name of key.split(".")) {
    found = typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  }
  return typeof found === "string" ? found : undefined;
}

function sayFrom(entries: unknown, key: Key, params: Params): string {
  const counted = "n" in params ? entry(entries, `${key}_${params["n"] === 1 ? "one" : "other"}`) : undefined;
  const template = counted ?? entry(entries, key);
  if (template === undefined) throw new Error(`no words for ${key}`);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** For use outside components. Inside, `useSay` re-renders when the language changes. */
export const say: Say = (key, params = {}) => sayFrom(useWords.getState().entries, key, params);

export function useSay(): Say {
  const entries = useWords((words) => words.entries);
  return useCallback<Say>((key, params = {}) => sayFrom(entries, key, params), [entries]);
}

export const language = (): Language => useWords.getState().language;
export const useLanguage = (): Language => useWords((words) => words.language);

/** Names as a sentence lists them: "Ann, Bob and Cid". */
export function together(names: readonly string[], say: Say): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? say("words.and", { first: names.slice(0, -1).join(", "), last }) : last;
}
