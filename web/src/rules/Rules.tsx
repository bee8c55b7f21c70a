/** The rules of a game, from docs/, in the chosen language. */

import { Fragment, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Preferences } from "../shared/Preferences";
import type { Language } from "../shared/settings";
import { useLanguage, useSay } from "../shared/words";
import type { Section } from "./convert";
import { Example } from "./Example";
import { type Example as Shown, useExamples } from "./examples";
import { loadPage, type Page } from "./pages";
import styles from "./Rules.module.css";
import { isIn, places, type Query, queryOf } from "./search";

export default function Rules({ game }: { game: string }) {
  const say = useSay();
  const page = usePage(game, useLanguage());
  const [typed, setTyped] = useState("");
  const query = useMemo(() => queryOf(typed), [typed]);
  const found = useMemo(() => (page ? foundIn(page, query) : new Set<string>()), [page, query]);
  const article = useRef<HTMLElement>(null);
  useMarks(article, query, found);
  const showAll = useCallback(() => setTyped(""), []);
  const examples = useExamples(page && hasRules(page) ? game : null);
  useAnchor(page, examples, showAll);

  return (
    <main className={styles["page"]}>
      <header className={styles["top"]}>
        <a href="/">{say("web.home_link")}</a>
        <div>
          <Preferences />
        </div>
      </header>
      {page === null && <h1>{say("server.no_page")}</h1>}
      {page && (
        <>
          <h1 lang={page.language}>{page.title}</h1>
          <div className={styles["tools"]}>
            <input
              type="search"
              aria-label={say("web.rules.search")}
              placeholder={say("web.rules.search")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <p role="status">{query.length > 0 && say("web.rules.found", { n: found.size })}</p>
            <Contents page={page} />
          </div>
          <article ref={article} lang={page.language}>
            {page.sections.map((section, n) => (
              <Chapter key={section.id} section={section} headed={n > 0} found={found} examples={examples} />
            ))}
          </article>
        </>
      )}
    </main>
  );
}

/** The sections to jump to, open at once where there is room beside the text. */
function Contents({ page }: { page: Page }) {
  const say = useSay();
  const [wide] = useState(() => matchMedia("(min-width: 62rem)").matches);
  return (
    <details open={wide}>
      <summary>{say("web.rules.contents")}</summary>
      <nav aria-label={say("web.rules.contents")}>
        <ul lang={page.language}>
          {page.sections.slice(1).map(({ id, depth, title }) => (
            <li key={id} data-depth={depth}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

interface Shows {
  section: Section;
  headed: boolean;
  found: ReadonlySet<string>;
  examples: readonly Shown[];
}

function Chapter({ section, headed, found, examples }: Shows) {
  const { id, depth, title, blocks } = section;
  const Heading = depth === 2 ? "h2" : "h3";
  const keys = blocks.map((_, n) => keyOf(section, n));
  return (
    <section hidden={keys.length > 0 && !keys.some((key) => found.has(key))}>
      {headed && <Heading id={id}>{title}</Heading>}
      {blocks.map((block, n) => (
        <Fragment key={keys[n]}>
          <div
            id={block.id ?? undefined}
            className={styles["block"]}
            hidden={!found.has(keys[n] ?? "")}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, converted to HTML at build time
            dangerouslySetInnerHTML={{ __html: block.html }}
          />
          {found.has(keys[n] ?? "") &&
            examples
              .filter(({ rule }) => rule === block.id)
              .map((example) => <Example key={example.title} example={example} />)}
        </Fragment>
      ))}
    </section>
  );
}

/** The page of the components has none, and no game is called so. */
const hasRules = (page: Page): boolean => page.sections.some(({ blocks }) => blocks.some(({ id }) => id !== null));

const keyOf = (section: Section, block: number): string => `${section.id} ${block}`;

/** Null if there is no such page, undefined while it loads. */
function usePage(game: string, language: Language): Page | null | undefined {
  const [page, setPage] = useState<Page | null>();
  useEffect(() => {
    let current = true;
    void loadPage(game, language).then((loaded) => {
      if (!current) return;
      setPage(loaded);
      if (loaded) document.title = loaded.title;
    });
    return () => {
      current = false;
    };
  }, [game, language]);
  return page;
}

/** The keys of the blocks with all that is sought, in their own text or in the heading above. */
function foundIn({ sections }: Page, query: Query): ReadonlySet<string> {
  const read = document.createElement("template");
  const keys = sections.flatMap((section) =>
    section.blocks.flatMap(({ html }, n) => {
      read.innerHTML = html;
      return isIn(`${section.title} ${read.content.textContent}`, query) ? [keyOf(section, n)] : [];
    }),
  );
  return new Set(keys);
}

/** Marks what was found, without touching the page. */
function useMarks(root: RefObject<HTMLElement | null>, query: Query, found: ReadonlySet<string>): void {
  useEffect(() => {
    if (!root.current || query.length === 0 || found.size === 0 || !("highlights" in CSS)) return;
    const marks = new Highlight();
    const texts = document.createTreeWalker(root.current, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const [start, end] of places(text.nodeValue ?? "", query)) {
        const range = new Range();
        range.setStart(text, start);
        range.setEnd(text, end);
        marks.add(range);
      }
    }
    CSS.highlights.set("found", marks);
    return () => {
      CSS.highlights.delete("found");
    };
  }, [root, query, found]);
}

/**
 * Goes to the rule that the address names, once it is there: all rules have to be shown for that. And again when the
 * examples come, which make room for themselves.
 */
function useAnchor(page: Page | null | undefined, examples: readonly Shown[], showAll: () => void): void {
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    const go = () => {
      showAll();
      setWanted((count) => count + 1);
    };
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, [showAll]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for every page, and whenever the address changes
  useEffect(() => {
    if (page && location.hash) location.replace(location.hash);
  }, [page, examples, wanted]);
}
