/** Language and theme, at the top of every page. */

import type { ReactNode } from "react";
import styles from "./Preferences.module.css";
import { setSettings, type Theme, useSettings } from "./settings";
import { chooseLanguage, LANGUAGES, useLanguage, useSay } from "./words";

export function Preferences() {
  const say = useSay();
  const language = useLanguage();
  const theme = useSettings((settings) => settings.theme);
  const themes: Record<Theme, string> = {
    system: say("web.themes.system"),
    light: say("web.themes.light"),
    dark: say("web.themes.dark"),
  };
  return (
    <>
      <Pick label={say("web.language")} options={LANGUAGES} value={language} pick={(code) => void chooseLanguage(code)}>
        <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
      </Pick>
      <Pick label={say("web.theme")} options={themes} value={theme} pick={(name) => setSettings({ theme: name })}>
        <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentcolor" />
      </Pick>
    </>
  );
}

type PickProps<T extends string> = {
  label: string;
  options: Record<T, string>;
  value: T;
  pick: (value: T) => void;
  children: ReactNode;
};

/** A select behind an icon. Where there is room, the current choice is shown beside it. */
function Pick<T extends string>({ label, options, value, pick, children }: PickProps<T>) {
  const choices = Object.entries(options) as [T, string][];
  return (
    <span className={styles["pick"]} title={label}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
      <span aria-hidden="true">{options[value]}</span>
      <select aria-label={label} value={value} onChange={(event) => pick(event.target.value as T)}>
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
