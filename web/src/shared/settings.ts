/** What a person has chosen on this device. Browsers may refuse to remember: then it holds until the page is left. */

import { create } from "zustand";

export type Language = "en" | "de" | "nl";
export type Theme = "system" | "light" | "dark";

export type Settings = {
  language: Language | null; // null: the browser's
  theme: Theme;
  level: string | null; // of the bots one plays; null: the server's default
  sound: boolean;
  takeSingleMoves: boolean; // a decision with a single answer is taken by itself
};

const DEFAULTS: Settings = { language: null, theme: "system", level: null, sound: false, takeSingleMoves: true };
const KEY = "rooftop.settings";

function remembered(): Partial<Settings> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

export const useSettings = create<Settings>(() => ({ ...DEFAULTS, ...remembered() }));

useSettings.subscribe((settings) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // not allowed here
  }
});

export const setSettings = (changed: Partial<Settings>) => useSettings.setState(changed);
