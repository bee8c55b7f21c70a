/** Tiles and cards as the box shows them. */

import type { District, Level, Lot, Square } from "./model";
import styles from "./newyork1901.module.css";

const UNIT = 10;

interface TileProps {
  readonly level: Level;
  readonly squares: readonly Square[];
  readonly points: number;
}

/** A tile from above: its squares in brick, limestone, copper or stone, and its points. */
export function TilePicture({ level, squares, points }: TileProps) {
  const xs = squares.map(([x]) => x);
  const ys = squares.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const has = new Set(squares.map(String));
  return (
    <span className={`${styles["tile"]} ${styles[level]}`} data-points={points}>
      <svg viewBox={`-1 -1 ${width * UNIT + 2} ${height * UNIT + 2}`} data-wide={width} data-high={height} aria-hidden>
        {squares.map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${(x - left) * UNIT} ${(y - top) * UNIT})`}>
            <rect width={UNIT} height={UNIT} />
            <path className={styles["marks"]} d={MARKS[level]} />
            <path className={styles["edge"]} d={edges(x, y, has)} />
          </g>
        ))}
      </svg>
    </span>
  );
}

/** The textures that distinguish levels without colour: bricks, stone blocks, copper seams, a star. */
export const MARKS: Readonly<Record<Level, string>> = {
  bronze: "M0 3.3H10M0 6.6H10M5 0V3.3M2.5 3.3V6.6M7.5 3.3V6.6M5 6.6V10",
  silver: "M0 5H10M3 0V5M7 5V10",
  gold: "M2 0V10M5 0V10M8 0V10",
  legendary: "M5 1.8L5.8 4.1H8.2L6.3 5.6L7 8L5 6.6L3 8L3.7 5.6L1.8 4.1H4.2Z",
};

/** The sides of a square on which the tile ends. */
function edges(x: number, y: number, has: ReadonlySet<string>): string {
  const ends = (dx: number, dy: number) => !has.has(String([x + dx, y + dy]));
  return [
    ends(0, -1) ? `M0 0H${UNIT}` : "",
    ends(0, 1) ? `M0 ${UNIT}H${UNIT}` : "",
    ends(-1, 0) ? `M0 0V${UNIT}` : "",
    ends(1, 0) ? `M${UNIT} 0V${UNIT}` : "",
  ].join("");
}

/** A lot card: its colour, the hatching of its district, and as many squares as the lot has. */
export function CardPicture({ colour, size }: { colour: District; size: number }) {
  return (
    <span
      className={`${styles["card"]} ${styles[colour]}`}
      data-colour={colour.charAt(0).toUpperCase()}
      data-size={size}
    >
      <span>
        {Array.from({ length: size }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: squares are alike
          <span key={n} className={styles["square"]} />
        ))}
      </span>
    </span>
  );
}

export function cardParts(card: string): { colour: District; size: Lot["squares"]["length"] } {
  const [colour, size] = card.split(" ");
  return { colour: colour as District, size: Number(size) };
}
