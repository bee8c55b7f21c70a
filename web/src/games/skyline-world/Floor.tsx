/** A floor as a picture: an acrylic block with what it is worth. */

import { paint } from "../../shared/Seal";
import { colourOf } from "../../shared/seats";
import type { Words } from "../../table/game";
import type { Kind } from "./model";
import styles from "./skyline-world.module.css";

const FACES: Readonly<Record<Kind, string>> = {
  "1": "1",
  "2": "2",
  "4": "4",
  "6": "6",
  penthouse: "▲",
  neutral: "○",
  skyline: "★",
};

export function Floor({ kind, seat, words }: { kind: Kind; seat: number; words: Words }) {
  const painted = kind === "neutral" ? paint("neutral") : paint(colourOf(words, seat), seat);
  return (
    <span className={`${styles["floor"]} ${styles[`kind-${kind}`] ?? ""} ${painted}`} aria-hidden>
      <b data-text={FACES[kind]} />
    </span>
  );
}
