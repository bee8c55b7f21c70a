/** Day or night. The colours are in style.css; the system decides unless the person has. */

import { useSyncExternalStore } from "react";
import { useSettings } from "./settings";

const NIGHT = "(prefers-color-scheme: dark)";
/** To listen to, never to be read: in Chromium whoever reads the new answer first takes the event from all listeners. */
const night = matchMedia(NIGHT);

function isDark(): boolean {
  const { theme } = useSettings.getState();
  return theme === "system" ? matchMedia(NIGHT).matches : theme === "dark";
}

function show(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
}

export function followTheme(): void {
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

/** Whether it is night now, for what CSS does not reach: the scene. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}
