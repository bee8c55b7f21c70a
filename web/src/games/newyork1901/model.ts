/** The view of New York 1901, and the geometry of its map and tiles. */

import type { Schemas } from "../../shared/api";
import type { Vector } from "../../table/game";

export type NewYork1901View = Schemas["Newyork1901View"];
export type Table = Schemas["Newyork1901Table"];
export type Lot = Schemas["Newyork1901Lot"];
export type Tile = Schemas["Newyork1901TileShape"];
export type Standing = Schemas["Newyork1901PlacedTile"];
export type Level = Tile["level"];
export type District = Lot["colour"];
export type Move = Schemas["Newyork1901Move"];
export type Placement = Schemas["Newyork1901Build"];
/** Column and row, counted from 0 at the top left. */
export type Square = readonly [x: number, y: number];

export function isPlacement(does: Move["data"]): does is Placement {
  return does.action === "build" || does.action === "rebuild";
}

/** The placements among the moves. */
export function placements(view: NewYork1901View): readonly Placement[] {
  return view.moves.map(({ data }) => data).filter(isPlacement);
}

// --- squares ----------------------------------------------------------------------------------------------------

export const WIDTH = 17;
export const HEIGHT = 18;
const COLUMNS = "abcdefghijklmnopq";

export const squareName = ([x, y]: Square) => `${COLUMNS[x]}${y + 1}`;

export function squareOf(name: string): Square {
  return [COLUMNS.indexOf(name.charAt(0)), Number(name.slice(1)) - 1];
}

/** The middle of a square in the scene; the middle of the map is the origin. */
export function groundOf([x, y]: Square): Vector {
  return [x - (WIDTH - 1) / 2, 0, y - (HEIGHT - 1) / 2];
}

/** The middle of the rectangle around squares. */
export function middleOf(squares: readonly Square[]): Square {
  const [xs, ys] = [squares.map(([x]) => x), squares.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** What is printed on every square: a lot, or `..` street, `~~` park, `XX` the old building. */
export function printed(city: Table): readonly (readonly string[])[] {
  return city.map.rows.map((row) => row.split(" "));
}

export function lotAt(city: Table, square: string): string {
  const [x, y] = squareOf(square);
  return city.map.rows[y]?.split(" ")[x] ?? "..";
}

// --- orientations -----------------------------------------------------------------------------------------------

/** A tile as it lies, its squares row by row from the anchor, and how it came to lie so: `lies mirrored 90`. */
export interface Orientation {
  readonly key: string;
  readonly mirrored: boolean;
  readonly turned: number;
  readonly squares: readonly Square[];
}

const turnRight = ([x, y]: Square): Square => [-y, x];
const flipOver = ([x, y]: Square): Square => [-x, y];

/** From the leftmost square of the top row, in the order of reading. */
export function fromAnchor(squares: readonly Square[]): readonly Square[] {
  const ordered = [...squares].sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
  const [left, top] = ordered[0] ?? [0, 0];
  return ordered.map(([x, y]) => [x - left, y - top]);
}

export const orientationKey = (mirrored: boolean, turned: number) => `lies ${mirrored ? "mirrored " : ""}${turned}`;

/** All different ways in which a tile can lie, as moves name them: not mirrored before mirrored, then the fewest degrees. */
export function orientations(tile: Tile): readonly Orientation[] {
  const found = new Map<string, Orientation>();
  for (const mirrored of [false, true]) {
    let squares: readonly Square[] = mirrored ? tile.squares.map(flipOver) : tile.squares;
    for (const turned of [0, 90, 180, 270]) {
      const lying = fromAnchor(squares);
      const shape = lying.join(" ");
      if (!found.has(shape))
        found.set(shape, { key: orientationKey(mirrored, turned), mirrored, turned, squares: lying });
      squares = squares.map(turnRight);
    }
  }
  return [...found.values()];
}

function like(tile: Tile, squares: readonly Square[]): string {
  const shape = fromAnchor(squares).join(" ");
  return orientations(tile).find((one) => one.squares.join(" ") === shape)?.key ?? orientationKey(false, 0);
}

/** How a tile lies after a quarter turn to the right, or to the left. */
export function turned(tile: Tile, lying: Orientation, quarters: 1 | 3): string {
  let squares = lying.squares;
  for (let n = 0; n < quarters; n++) squares = squares.map(turnRight);
  return like(tile, squares);
}

export const flipped = (tile: Tile, lying: Orientation) => like(tile, lying.squares.map(flipOver));

/** The square by which a tile is held: the one nearest to its middle. */
export function gripOf(squares: readonly Square[]): Square {
  const [x, y] = middleOf(squares);
  const far = ([a, b]: Square) => (a - x) ** 2 + (b - y) ** 2;
  return squares.reduce((best, square) => (far(square) < far(best) ? square : best));
}
