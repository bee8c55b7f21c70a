/** Settings of this device, in local storage. If the browser blocks it, they last until the page is closed. */

import { create } from "zustand";

export type Language = "en" | "de" | "nl";
export type Theme = "system" | "light" | "dark";

export type Settings = {
  language: Language | null; // null: the browser's
  theme: Theme;
  level: string | null; // of bots; null: never chosen
  sound: boolean;
  takeSingleMoves: boolean; // play forced moves automatically
  coach: boolean; // warn before weak moves
};

const DEFAULTS: Settings = {
  language: null,
  theme: "system",
  level: null,
  sound: false,
  takeSingleMoves: true,
  coach: false,
};
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
    // local storage is blocked
  }
});

export const setSettings = (changed: Partial<Settings>) => useSettings.setState(changed);
