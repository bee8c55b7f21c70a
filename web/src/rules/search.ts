/** Finding words in the rules, whatever their case and accents. A number is found as a whole: 2 is not in 24. */

export type Query = readonly RegExp[];

export function queryOf(text: string): Query {
  const words = fold(text.normalize("NFC")).match(/\S+/g) ?? [];
  return words.map((word) => {
    const literal = word.replaceAll(/[^\p{L}\d]/gu, "\\$&");
    return new RegExp(`${/^\d/.test(word) ? "(?<!\\d)" : ""}${literal}${/\d$/.test(word) ? "(?!\\d)" : ""}`, "g");
  });
}

export function isIn(text: string, query: Query): boolean {
  const folded = fold(text);
  return query.every((word) => folded.search(word) >= 0);
}

/** Every occurrence, as start and end. */
export function places(text: string, query: Query): [number, number][] {
  const folded = fold(text);
  return query.flatMap((word) =>
    [...folded.matchAll(word)].map((found): [number, number] => [found.index, found.index + found[0].length]),
  );
}

/** As long as the text: every letter without its accent. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\p{L}/gu, (letter) => letter.normalize("NFD").charAt(0));
}
