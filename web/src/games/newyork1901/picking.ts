/**
 * Choosing a move. Land is chosen by a card and the squares of a lot, a building by its tile, how it lies, and the squares
 * that it covers. A tile is held by the square nearest to its middle; where that is pointed at something illegal, it snaps to
 * a legal place near by, if there is one.
 */

import type { Shortcut } from "../../table/game";
import {
  flipped,
  gripOf,
  isPlacement,
  lotAt,
  type Move,
  type NewYork1901View,
  type Orientation,
  orientationKey,
  orientations,
  type Placement,
  placements,
  printed,
  type Square,
  squareName,
  squareOf,
  type Table,
  type Tile,
  turned,
} from "./model";

export const TURN = "turn";
export const TURN_BACK = "turn back";
export const FLIP = "flip";
export const NEXT = "next";
export const SKIP = "skip";
export const PASS = "pass";

export const cardKey = (card: string) => `card ${card}`;
export const tileKey = (tile: string) => `tile ${tile}`;
export const isSquare = (key: string) => /^[a-q]\d+$/.test(key);

export function choices({ data: does }: Move): readonly string[] {
  if (isPlacement(does)) return [tileKey(does.tile), orientationKey(does.mirrored, does.turned), ...does.squares];
  if ("lot" in does) return [...(does.action === "acquire" ? [cardKey(does.card)] : []), ...does.squares];
  return [does.action];
}

// --- the tile in hand -------------------------------------------------------------------------------------------

export interface Held {
  readonly name: string;
  readonly tile: Tile;
  readonly lying: Orientation;
  /** Where it is held over the map, as names of squares; none yet where empty. */
  readonly over: readonly string[];
}

export function heldOf(city: Table, chosen: readonly string[]): Held | null {
  const name = chosen.find((key) => key.startsWith("tile "))?.slice("tile ".length);
  const tile = name === undefined ? undefined : city.tiles[name];
  if (name === undefined || !tile) return null;
  const all = orientations(tile);
  const lying = all.find((one) => chosen.includes(one.key)) ?? all[0];
  return lying ? { name, tile, lying, over: chosen.filter(isSquare) } : null;
}

const keysOf = (held: Held) => [tileKey(held.name), held.lying.key, ...held.over];

/** Off the map; but a tile that fits in one place only as it lies goes there at once. */
function inHand(view: NewYork1901View, held: Held): readonly string[] {
  const [only, ...more] = legal(view, held);
  return keysOf({ ...held, over: only && more.length === 0 ? only.squares : [] });
}

/** The legal places of a tile as it lies. */
function legal(view: NewYork1901View, { name, lying }: Held): readonly Placement[] {
  return placements(view).filter((one) => one.tile === name && orientationKey(one.mirrored, one.turned) === lying.key);
}

// --- picking ----------------------------------------------------------------------------------------------------

export function pick(keys: readonly string[], view: NewYork1901View, chosen: readonly string[]): readonly string[] {
  const [key = "", ...more] = keys;
  if (more.length > 0 || key === SKIP || key === PASS || key.startsWith("card ")) return keys;
  const held = heldOf(view.table, chosen);
  if (isSquare(key)) return held ? holdOver(view, held, squareOf(key)) : pointAt(view, key);
  const now = key.startsWith("tile ") ? take(key, view, chosen) : handle(key, view, held, chosen);
  // Only a place confirms when it is picked again, never a tile or a tool.
  return now.length === chosen.length && now.every((one) => chosen.includes(one)) ? chosen : now;
}

function handle(tool: string, view: NewYork1901View, held: Held | null, chosen: readonly string[]): readonly string[] {
  if (tool === NEXT) return next(view, chosen);
  if (held && tool === TURN) return lie(view, held, turned(held.tile, held.lying, 1));
  if (held && tool === TURN_BACK) return lie(view, held, turned(held.tile, held.lying, 3));
  if (held && tool === FLIP) return lie(view, held, flipped(held.tile, held.lying));
  return chosen;
}

/** A tile comes to hand lying so that it fits somewhere: on the square chosen before it, if it can. */
function take(key: string, view: NewYork1901View, chosen: readonly string[]): readonly string[] {
  const name = key.slice("tile ".length);
  const fits = placements(view).filter((one) => one.tile === name);
  const square = heldOf(view.table, chosen) ? undefined : chosen.find(isSquare);
  const there = fits.find((one) => square !== undefined && one.squares.includes(square));
  if (there) return [key, orientationKey(there.mirrored, there.turned), ...there.squares];
  const first = fits[0];
  const held = heldOf(view.table, [key, orientationKey(first?.mirrored ?? false, first?.turned ?? 0)]);
  return held ? inHand(view, held) : chosen;
}

/** Turned or flipped it stays where it was held, if it fits there. */
function lie(view: NewYork1901View, held: Held, key: string): readonly string[] {
  const lying = orientations(held.tile).find((one) => one.key === key) ?? held.lying;
  const now: Held = { ...held, lying, over: [] };
  const near = held.over.length > 0 ? nearest(view, now, gripOf(held.over.map(squareOf))) : undefined;
  return near ? keysOf({ ...now, over: near }) : inHand(view, now);
}

/** The farthest that a tile jumps to a legal place, in squares. */
const SNAP = 1.5;

function holdOver(view: NewYork1901View, held: Held, at: Square): readonly string[] {
  return keysOf({ ...held, over: nearest(view, held, at) ?? footprint(view.table, held.lying, at) });
}

/** The legal place of a tile nearest to where it is held, if one is near. */
function nearest(view: NewYork1901View, held: Held, at: Square): readonly string[] | undefined {
  const distance = (squares: readonly string[]) => {
    const grip = gripOf(squares.map(squareOf));
    return Math.hypot(grip[0] - at[0], grip[1] - at[1]);
  };
  const near = legal(view, held)
    .map(({ squares }) => ({ squares, far: distance(squares), under: squares.includes(squareName(at)) }))
    .filter(({ far, under }) => under || far <= SNAP)
    .sort((a, b) => a.far - b.far);
  return near[0]?.squares;
}

/** Where a tile held there would lie: on land if it can while it covers the square, else as it is held. */
function footprint(city: Table, lying: Orientation, at: Square): readonly string[] {
  const map = printed(city);
  const isLand = ([x, y]: Square) => (map[y]?.[x] ?? "..") in city.lots;
  const heldBy = (grip: Square) => lying.squares.map(([x, y]): Square => [x - grip[0] + at[0], y - grip[1] + at[1]]);
  const grip = gripOf(lying.squares);
  const far = ([x, y]: Square) => (x - grip[0]) ** 2 + (y - grip[1]) ** 2;
  const grips = [...lying.squares].sort((a, b) => far(a) - far(b));
  const onLand = grips.map(heldBy).find((squares) => squares.every(isLand));
  return (onLand ?? heldBy(grip).filter(([x, y]) => map[y]?.[x] !== undefined)).map(squareName);
}

/** Without a tile in hand a square means its lot, or what could be built there. */
function pointAt(view: NewYork1901View, square: string): readonly string[] {
  const move = view.moves.find(({ data: does }) => "lot" in does && does.squares.includes(square));
  if (move) return choices(move);
  if (placements(view).some((one) => one.squares.includes(square))) return [square];
  return view.table.lots[lotAt(view.table, square)]?.squares ?? [square];
}

/** The next of all the places there are for what is held, in the order of the map. */
function next(view: NewYork1901View, chosen: readonly string[]): readonly string[] {
  const things = chosen.filter((key) => !isSquare(key));
  const fits = (move: Move, keys: readonly string[]) => keys.every((key) => choices(move).includes(key));
  const tile = things.filter((key) => key.startsWith("tile "));
  const here = view.moves.filter((move) => fits(move, things));
  const open = here.length > 0 ? here : view.moves.filter((move) => fits(move, tile));
  const now = open.findIndex((move) => fits(move, chosen) && chosen.some(isSquare));
  const then = open[(now + 1) % open.length];
  return then ? choices(then) : chosen;
}

// --- what is not possible -----------------------------------------------------------------------------------------

/** The text of the intended move, so that the server can explain the refusal; null if it is no move at all. */
export function refusedMove(keys: readonly string[], view: NewYork1901View): string | null {
  const city = view.table;
  const held = heldOf(city, keys);
  const squares = keys.filter(isSquare);
  if (squares.length === 0) return null;
  if (!held) return `acquire ${lotAt(city, squares[0] ?? "")}`;
  if (squares.some((square) => !(lotAt(city, square) in city.lots)) || squares.length < held.tile.squares.length)
    return null;
  const { mirrored, turned: degrees } = held.lying;
  const anchor = squareName(anchorOf(squares));
  return ["build", held.name, anchor, mirrored ? "mirrored" : "", degrees ? `turned ${degrees}` : ""]
    .filter((word) => word !== "")
    .join(" ");
}

function anchorOf(squares: readonly string[]): Square {
  const ordered = squares.map(squareOf).sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
  return ordered[0] ?? [0, 0];
}

export const shortcuts: Readonly<Record<string, Shortcut<NewYork1901View>>> = {
  r: { label: "web_newyork1901.keys.turn", picks: ifHeld(TURN) },
  f: { label: "web_newyork1901.keys.flip", picks: ifHeld(FLIP) },
  n: { label: "web_newyork1901.keys.next", picks: () => [NEXT] },
  WheelUp: { label: "web_newyork1901.keys.wheel", picks: ifHeld(TURN_BACK) },
  WheelDown: { label: "web_newyork1901.keys.wheel", picks: ifHeld(TURN) },
};

function ifHeld(key: string) {
  return (view: NewYork1901View, chosen: readonly string[]) => (heldOf(view.table, chosen) ? [key] : []);
}
