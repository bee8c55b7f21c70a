/** A player's sign: colour, pattern and letter. */

import "./seal.css";
import type { SeatLook } from "./game";

interface Props {
  readonly seat: number;
  readonly look: SeatLook | undefined;
  readonly large?: boolean;
}

export function Seal({ seat, look, large = false }: Props) {
  if (!look) return null;
  const size = large ? "seal large" : "seal";
  return (
    <span className={`${size} paint-${look.colour} pattern-${seat}`} aria-hidden>
      {look.letter}
    </span>
  );
}
