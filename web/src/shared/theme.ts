/** Light and dark theme. The colours are in style.css. The system preference applies unless the person overrides it. */

import { useSyncExternalStore } from "react";
import { useSettings } from "./settings";

const NIGHT = "(prefers-color-scheme: dark)";
/** Only for subscribing. In Chromium, reading its `matches` first suppresses the change event for all listeners. */
const night = matchMedia(NIGHT);

function isDark(): boolean {
  const { theme } = useSettings.getState();
  return theme === "system" ? matchMedia(NIGHT).matches : theme === "dark";
}

function show(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
}

export function applyTheme(): void {
  show();
  useSettings.subscribe(show);
  night.addEventListener("change", show);
}

function subscribe(changed: () => void): () => void {
  const unsubscribe = useSettings.subscribe(changed);
  night.addEventListener("change", changed);
  return () => {
    unsubscribe();
    night.removeEventListener("change", changed);
  };
}

/** Whether the dark theme is active, for the 3D scene, which CSS does not reach. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}
