/** The pages of docs/rules, each loaded on demand. */

import type { Language } from "../shared/settings";
import type { Section } from "./convert";

export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly sections: readonly Section[];
}

type Pages = Record<string, () => Promise<readonly Section[]>>;

const FOLDER = "../../../docs/rules";
const PAGES: Pages = import.meta.glob<Section[]>("../../../docs/rules/**/*.md", { import: "default" });

/** The page in a language, or in English where it is not translated; null if there is none. */
export async function loadPage(name: string, language: Language, pages = PAGES): Promise<Page | null> {
  const translated = pages[`${FOLDER}/${language}/${name}.md`];
  const sections = await (translated ?? pages[`${FOLDER}/${name}.md`])?.();
  const [top] = sections ?? [];
  return sections && top ? { language: translated ? language : "en", title: top.title, sections } : null;
}
