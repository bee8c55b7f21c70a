/** A floor as a picture: an acrylic block with what it is worth. */

import { COLOURS, type Kind } from "./model";

const FACES: Readonly<Record<Kind, string>> = {
  "1": "1",
  "2": "2",
  "4": "4",
  "6": "6",
  penthouse: "▲",
  neutral: "○",
  skyline: "★",
};

export function Floor({ kind, seat }: { kind: Kind; seat: number }) {
  const paint = kind === "neutral" ? "paint-neutral" : `paint-${COLOURS[seat]} pattern-${seat}`;
  return (
    <span className={`world-floor world-${kind} ${paint}`} aria-hidden>
      <b data-text={FACES[kind]} />
    </span>
  );
}
