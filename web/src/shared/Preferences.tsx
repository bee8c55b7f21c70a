/** Language and light, at the top of every page. */

import { setSettings, type Theme, useSettings } from "./settings";
import { chooseLanguage, LANGUAGES, useLanguage, useSay } from "./words";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
type LanguageName = keyof typeof LANGUAGES;

export function Preferences() {
  const say = useSay();
  const language = useLanguage();
  const theme = useSettings((settings) => settings.theme);
  return (
    <>
      <select
        className="quiet"
        aria-label={say("web.language")}
        value={language}
        onChange={(event) => void chooseLanguage(event.target.value as LanguageName)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="quiet"
        aria-label={say("web.theme")}
        value={theme}
        onChange={(event) => setSettings({ theme: event.target.value as Theme })}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {say(`web.themes.${name}`)}
          </option>
        ))}
      </select>
    </>
  );
}
