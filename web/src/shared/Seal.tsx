/** A player's sign: colour, pattern and letter. */

import styles from "./Seal.module.css";
import type { Colour, SeatLook } from "./seats";

/** The classes that set `--paint` and `--on-paint`, and the pattern if a seat is given. */
export function paint(colour: Colour, seat?: number): string {
  return `${styles[`paint-${colour}`]} ${styles[`pattern-${seat}`] ?? ""}`;
}

interface Props {
  readonly seat: number;
  readonly look: SeatLook | undefined;
  readonly large?: boolean;
}

export function Seal({ seat, look, large = false }: Props) {
  if (!look) return null;
  const size = large ? styles["large"] : "";
  return (
    <span className={`${styles["seal"]} ${size} ${paint(look.colour, seat)}`} data-slot="seal" aria-hidden>
      {look.letter}
    </span>
  );
}
