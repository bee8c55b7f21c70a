/** Where everything stands: blocks with their foundations, and the factory in front of the city. */

import { NEUTRAL, type Piece, PLAIN, type Place, type Vector, type Words } from "../../table/game";
import { type Amenity, type Block, type Move, SHAPES, type Shape, type Skyline3000View, shownSeat } from "./view";
import { blockLabel, buildingName } from "./words";

export const BLOCK_SIZE: Vector = [4.3, 0, 3.3];
export const FOUNDATION = 0.86;
export const LARGE_FOUNDATION = 1.84;
export const PLATE = 0.12;
export const FLOOR: Vector = [0.74, 0.4, 0.74];
export const ROOF_HEIGHT = 0.34;
export const SIGN_DEPTH = 0.96;

const ACROSS = 5.2;
const DOWN = 4.5;
const DISTRICTS = "RYB";

/** The middle of a block's ground; districts side by side, their blocks one behind the other. */
export function blockAt(name: string): Vector {
  const [column, row] = [DISTRICTS.indexOf(name.charAt(0)), Number(name.charAt(1)) - 1];
  return [(column - 1) * ACROSS, PLATE, (row - 1) * DOWN - 1.75];
}

/** Of four by three fields the large foundation has two by two; the small ones go around it, the front row first. */
const SMALL_FIELDS = [
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 2],
  [2, 1],
  [3, 1],
  [2, 0],
  [3, 0],
] as const;

/** Every other block is built the other way round. */
function fieldAt(name: string, column: number, row: number): Vector {
  const [x, y, z] = blockAt(name);
  const mirrored = (DISTRICTS.indexOf(name.charAt(0)) + Number(name.charAt(1))) % 2 === 0 ? -1 : 1;
  return [x + mirrored * (column - 1.5), y, z + row - 1];
}

export function smallAt(name: string, n: number): Vector {
  const [column, row] = SMALL_FIELDS[n] ?? [0, 2];
  return fieldAt(name, column, row);
}

export const largeAt = (name: string): Vector => fieldAt(name, 0.5, 0.5);

// --- who stands on which foundation -----------------------------------------------------------------------------

interface Standing {
  /** What it is and whose, with a number, since there can be several alike. */
  readonly key: string;
  readonly height: number;
  readonly seat: number;
  readonly what: "building" | "billboard" | "green";
}

export type Foundations = readonly (Standing | null)[];
export type City = Readonly<Record<string, Foundations>>;

const cities = new WeakMap<Skyline3000View, City>();
let latest: City = {};

/**
 * The rules do not distinguish the foundations of a block, but people do. So buildings keep their foundation, and new
 * ones take one that has just become free, or the next one.
 */
export function cityOf(view: Skyline3000View): City {
  const known = cities.get(view);
  if (known) return known;
  const before = latest;
  latest = Object.fromEntries(
    Object.entries(view.table.blocks).map(([name, block]) => [name, settle(block, before[name] ?? [])]),
  );
  cities.set(view, latest);
  return latest;
}

function settle(block: Block, before: Foundations): Foundations {
  const standing = standingIn(block);
  const foundations: (Standing | null)[] = Array.from({ length: standing.length + block.free }, (_, n) => {
    const there = before[n];
    return standing.find(({ key }) => key === there?.key) ?? null;
  });
  for (const one of standing) {
    if (foundations.includes(one)) continue;
    foundations[freeFor(one.what, foundations, before)] = one;
  }
  return foundations;
}

/** Buildings from the front, so that the higher ones come behind; everything else from the back. */
function freeFor(what: Standing["what"], foundations: Foundations, before: Foundations): number {
  const free = foundations.flatMap((one, n) => (one === null ? [n] : []));
  const vacated = free.find((n) => before[n]);
  return vacated ?? (what === "building" ? free[0] : free.at(-1)) ?? 0;
}

function standingIn(block: Block): Standing[] {
  const counts = new Map<string, number>();
  const numbered = (name: string) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name} ${count}`;
  };
  return [
    ...Array.from({ length: block.green }, () => one("green", NEUTRAL, 0, numbered("green"))),
    ...block.billboards.flatMap((count, seat) =>
      Array.from({ length: count }, () => one("billboard", seat, 0, numbered(`board ${seat}`))),
    ),
    ...block.buildings.map(({ seat, height }) => one("building", seat, height, numbered(`${height} ${seat}`))),
  ];
}

const one = (what: Standing["what"], seat: number, height: number, key: string): Standing => ({
  key,
  height,
  seat,
  what,
});

// --- pieces -----------------------------------------------------------------------------------------------------

const GREEN = "#7fe0a0";
const TINTS: Readonly<Record<Amenity, string>> = { "green space": GREEN, spaceport: "#b9c8e6", megamall: "#f0b9d8" };

function building(
  key: string,
  [x, y, z]: Vector,
  height: number,
  seat: number,
  shape: Shape | null,
  squeeze = 1,
): Piece[] {
  const level = (n: number): Vector => [x, y + n * FLOOR[1] * squeeze, z];
  const floors = Array.from(
    { length: height },
    (_, n): Piece => ({ key: `${key} ${n}`, shape: "floor", at: level(n), seat, squeeze }),
  );
  return shape ? [...floors, { key: `${key} roof`, shape, at: level(height), seat, squeeze }] : floors;
}

const heightOf = (floors: number, shape: Shape | null): number => floors * FLOOR[1] + (shape ? ROOF_HEIGHT : 0);

const amenity = (what: Amenity, key: string, at: Vector): Piece => ({
  key,
  shape: what,
  at,
  seat: what === "green space" ? PLAIN : NEUTRAL,
  tint: TINTS[what],
});

const billboard = (key: string, at: Vector, seat: number): Piece => ({ key, shape: "billboard", at, seat });

const onFoundation = (name: string, n: number): string => `${name} ${n}`;

export function pieces(view: Skyline3000View): readonly Piece[] {
  const city = cityOf(view);
  return [
    ...Object.entries(view.table.blocks).flatMap(([name, block]) => blockPieces(name, block, city[name] ?? [])),
    ...factoryPieces(view),
  ];
}

function blockPieces(name: string, block: Block, foundations: Foundations): Piece[] {
  const small = foundations.flatMap((one, n) => {
    if (!one) return [];
    const [key, at] = [`${onFoundation(name, n)} ${one.key}`, smallAt(name, n)];
    if (one.what === "building") return building(key, at, one.height, one.seat, block.shape);
    return [one.what === "green" ? amenity("green space", key, at) : billboard(key, at, one.seat)];
  });
  return block.large ? [...small, amenity(block.large, `${name} large`, largeAt(name))] : small;
}

// --- the factory --------------------------------------------------------------------------------------------------

export const FACTORY_AT: Vector = [0, 0.3, 7.05];
export const FACTORY_SIZE: Vector = [14.8, 0, 1.7];
const PAD = 1.16;
/** A higher building would hide the blocks behind the factory, so its floors are drawn lower. */
const HIGHEST = 1.6;

/** What is left of the height of a building on this pad. */
export const squeezeOf = ({ height, shape }: Pad): number => Math.min(1, HIGHEST / heightOf(height, shape));

/** Equal buildings stand together on one pad. */
export interface Pad {
  readonly key: string;
  readonly height: number;
  readonly shape: Shape | null;
  readonly count: number;
  /** Of its first building, along x. */
  readonly first: number;
  readonly step: number;
}

/** Unfinished buildings, highest first, so that a growing one need not move; then a free pad; then finished ones. */
export function padsOf(view: Skyline3000View): readonly Pad[] {
  const factory = view.table.factories[shownSeat(view)];
  if (!factory) return [];
  const heights = [...factory.unfinished].sort((a, b) => b - a);
  const groups = [
    ...grouped(heights).map((group) => ({ ...group, shape: null, key: `unfinished ${group.height}` })),
    { height: 0, count: 1, shape: null, key: "new" },
    ...SHAPES.flatMap((shape) =>
      grouped(factory[shape]).map((group) => ({ ...group, shape, key: `${shape} ${group.height}` })),
    ),
  ];
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const step = Math.min(PAD, (FACTORY_SIZE[0] - 0.4) / count);
  let next = FACTORY_AT[0] - ((count - 1) / 2) * step;
  return groups.map((group) => {
    const first = next;
    next += group.count * step;
    return { ...group, first, step };
  });
}

function grouped(heights: readonly number[]): { height: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const height of heights) counts.set(height, (counts.get(height) ?? 0) + 1);
  return [...counts].map(([height, count]) => ({ height, count }));
}

/** A little behind the middle of the deck, whose front has its name. */
const padSpot = (pad: Pad, n: number): Vector => [pad.first + n * pad.step, FACTORY_AT[1], FACTORY_AT[2] - 0.16];

function factoryPieces(view: Skyline3000View): Piece[] {
  const seat = shownSeat(view);
  const counts = { unfinished: 0, barrel: 0, gable: 0 };
  return padsOf(view).flatMap((pad) => {
    const group = pad.shape ?? "unfinished";
    const standing = pad.height > 0 ? pad.count : 0;
    return Array.from({ length: standing }, (_, n) =>
      building(
        `factory ${seat} ${group} ${counts[group]++}`,
        padSpot(pad, n),
        pad.height,
        seat,
        pad.shape,
        squeezeOf(pad),
      ),
    ).flat();
  });
}

// --- places -----------------------------------------------------------------------------------------------------

export function places(view: Skyline3000View, words: Words): readonly Place[] {
  const blocks = Object.entries(view.table.blocks).map(([name, block]): Place => {
    const highest = Math.max(0, ...block.buildings.map(({ height }) => height));
    const top = highest > 0 ? heightOf(highest, block.shape) : 0.05;
    return {
      key: name,
      label: blockLabel(name, view, words),
      at: blockAt(name),
      size: [BLOCK_SIZE[0], top, BLOCK_SIZE[2]],
      flat: true,
    };
  });
  return [...blocks, ...padPlaces(view, words)];
}

export function padPlaces(view: Skyline3000View, words: Words): readonly Place[] {
  return padsOf(view).map((pad): Place => {
    const width = pad.count * pad.step;
    const [x, y, z] = padSpot(pad, 0);
    return {
      key: pad.key,
      label: buildingName(pad, words),
      at: [x + (width - pad.step) / 2, y, z],
      size: [width - 0.12, Math.max(0.05, Math.min(HIGHEST, heightOf(pad.height, pad.shape))), 1.1],
      flat: true,
    };
  });
}

// --- what a move would change ---------------------------------------------------------------------------------------

export function ghost({ data }: Move, view: Skyline3000View): readonly Piece[] {
  switch (data.action) {
    case "floor":
      return growing(view, data.height > 0 ? `unfinished ${data.height}` : "new", "floor");
    case "roof":
      return growing(view, `unfinished ${data.height}`, data.shape);
    case "anchor":
      return anchoring(view, data.block, data.shape, data.height, data.billboard);
    case "billboard":
      return [billboard("ghost", freeSpot(view, data.block, "billboard"), shownSeat(view))];
    case "place":
      return placing(view, data.block);
    default:
      return [];
  }
}

/** The next floor, or the roof, of a building in the factory. */
function growing(view: Skyline3000View, key: string, shape: string): Piece[] {
  const pad = padsOf(view).find((one) => one.key === key);
  if (!pad) return [];
  // Of equal unfinished ones the first grows: the row is descending, so it stays where it is.
  const [x, y, z] = padSpot(pad, 0);
  const squeeze = squeezeOf(pad);
  return [{ key: "ghost", shape, at: [x, y + pad.height * FLOOR[1] * squeeze, z], seat: shownSeat(view), squeeze }];
}

function anchoring(view: Skyline3000View, block: string, shape: Shape, height: number, over: boolean): Piece[] {
  const seat = shownSeat(view);
  const n = cityOf(view)[block]?.findIndex((one) => one?.what === "billboard" && one.seat === seat) ?? -1;
  const at = over && n >= 0 ? smallAt(block, n) : freeSpot(view, block, "building");
  return building("ghost", at, height, seat, shape);
}

function placing(view: Skyline3000View, block: string): Piece[] {
  const what = view.table.auction?.amenity;
  if (!what) return [];
  return [amenity(what, "ghost", what === "green space" ? freeSpot(view, block, "green") : largeAt(block))];
}

function freeSpot(view: Skyline3000View, block: string, what: Standing["what"]): Vector {
  const foundations = cityOf(view)[block] ?? [];
  return smallAt(block, freeFor(what, foundations, foundations));
}
