/** A rules page from its Markdown. It runs at build time, so that no visitor loads a reader of Markdown. */

import { marked, type Token } from "marked";

/** A rule with all that belongs to it, or anything else between two of them. */
export interface Block {
  /** The number of the rule, its anchor. */
  readonly id: string | null;
  readonly html: string;
}

/** What is under a heading. The first one has the title of the page. */
export interface Section {
  readonly id: string;
  readonly depth: number;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const IN_A_LIST = /^- (?=\*\*[A-Z][A-Z\d]-\d+ )/gm;
const RULE = /^\*\*([A-Z][A-Z\d]-\d+) /;
const DECISION = /(?<!<code>)\((decision|Entscheidung|keuze): [^()]+\)/g;
const NUMBER = /(?<![\w#-])[A-Z][A-Z\d]-\d+(?![\w-])/g;

export function convert(markdown: string): Section[] {
  const sections: { depth: number; title: string; blocks: { id: string | null; tokens: Token[] }[] }[] = [];
  for (const token of marked.lexer(markdown.replaceAll(IN_A_LIST, "\n"))) {
    if (token.type === "heading") sections.push({ depth: token["depth"], title: token["text"], blocks: [] });
    else if (token.type !== "space") {
      const blocks = sections.at(-1)?.blocks ?? [];
      const id = RULE.exec(token.raw)?.[1] ?? null;
      const last = blocks.at(-1);
      if (id === null && last?.id) last.tokens.push(token);
      else blocks.push({ id, tokens: [token] });
    }
  }
  const rules = new Set(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id)));
  return sections.map(({ depth, title, blocks }) => ({
    id: title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, "-"),
    depth,
    title,
    blocks: blocks.map(({ id, tokens }) => ({ id, html: finished(marked.parser(tokens), rules) })),
  }));
}

/** Links to rules and pages lead there, decisions of ours are asides, and what is wide can be scrolled by keyboard. */
function finished(html: string, rules: ReadonlySet<string | null>): string {
  return html
    .replaceAll(/href="([\w-]+)\.md"/g, 'href="/rules/$1"')
    .replaceAll(DECISION, "<small>$&</small>")
    .replaceAll(NUMBER, (number) => (rules.has(number) ? `<a href="#${number}">${number}</a>` : number))
    .replaceAll(/<table>.*?<\/table>/gs, '<div tabindex="0">$&</div>')
    .replaceAll("<pre>", '<pre tabindex="0">');
}
