/** A player's sign: colour, pattern and letter. */

import styles from "./Seal.module.css";
import type { Colour, SeatLook } from "./seats";

/** The classes that give what is drawn `--paint` and `--on-paint`, and the pattern of the seat where one is named. */
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
