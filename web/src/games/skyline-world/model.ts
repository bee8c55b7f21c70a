/** Skyline of the World in space: Manhattan, its sites and what stands on them. Names as in the rules (SW-1 to SW-3). */

import type { Schemas } from "../../shared/api";
import { type Colour, seatOf } from "../../shared/seats";
import { NEUTRAL, type Piece, type Vector, type Words } from "../../table/game";
import { block, column, pyramid, together } from "../../table/shapes";

export type SkylineWorldView = Schemas["SkylineWorldView"];
export type Table = Schemas["SkylineWorldTable"];
export type Move = Schemas["SkylineWorldMove"];
export type Card = Schemas["SkylineWorldCard"];
export type Mission = Schemas["SkylineWorldMission"];
/** What cards and missions have in common. */
export type Figure = Pick<Card & Mission, keyof Card & keyof Mission>;
export type Group = Schemas["SkylineWorldGroup"];
export type Built = Schemas["SkylineWorldFloor"];
export type Announced = Schemas["SkylineWorldAnnounced"];
export type Kind = Built["floor"];
export type Counts = Readonly<Record<Kind, number>>;

export const KINDS: readonly Kind[] = ["1", "2", "4", "6", "penthouse", "neutral", "skyline"];

/** All sites, row by row from the north. */
export const sitesOf = (view: SkylineWorldView): readonly string[] => Object.keys(view.table.sites);

export const isClosed = (view: SkylineWorldView): boolean => view.variant.includes("closed");
export const isSwift = (view: SkylineWorldView): boolean => view.variant.includes("swift");

// --- floors -----------------------------------------------------------------------------------------------------

export interface Floor {
  /** Whose it is; null for a neutral one. */
  readonly seat: number | null;
  readonly kind: Kind;
}

export function stack(view: SkylineWorldView, site: string, words: Words): readonly Floor[] {
  return (view.table.sites[site] ?? []).map((floor) => parse(floor, words));
}

/** "yellow 4", "neutral" and the like. */
function parse(floor: string, words: Words): Floor {
  const [colour, kind] = floor.split(" ") as [Colour, Kind | undefined];
  return kind === undefined ? { seat: null, kind: "neutral" } : { seat: seatOf(words, colour), kind };
}

/** What may still be bought of a kind, null where it is hidden or nothing is sold. */
export function left(view: SkylineWorldView, seat: number, kind: Kind): number | null {
  if (kind === "skyline") return null;
  return kind === "neutral" ? view.table.neutral : (view.table.supply[seat]?.[kind] ?? null);
}

// --- space ------------------------------------------------------------------------------------------------------

const STOREY = 0.32;
const ROOF = 0.3;
/** Floors get narrower towards the top, so that levels can be counted. */
const WIDTHS = [0.74, 0.69, 0.64, 0.59, 0.54];
export const PLOT = 0.86;

function penthouse() {
  const width = WIDTHS[4] ?? 0.5;
  return together(
    block(width, STOREY, width),
    pyramid(width * 0.82, ROOF - 0.04).translate(0, STOREY, 0),
    column(0.018, ROOF).translate(0, STOREY + 0.2, 0),
  );
}

/** Round, with a rim: no other floor looks like it. */
function skyline() {
  return together(column(0.37, STOREY * 0.84), column(0.4, STOREY * 0.16).translate(0, STOREY * 0.84, 0));
}

export const shapes = {
  ...Object.fromEntries(WIDTHS.map((width, n) => [`level ${n + 1}`, block(width, STOREY - 0.012, width, 0.03)])),
  penthouse: penthouse(),
  skyline: skyline(),
};

/** The camera angle: in a wide window north is to the left, in a tall one it is at the top. */
export const side = (wide: boolean): number => (wide ? -Math.PI / 2 : 0);

/** SW-1: columns from west to east, rows from north to south. */
export const [COLUMNS, ROWS] = [4, 11];

/** The middle of a site. */
export function at(site: string, height = 0): Vector {
  return ["abcd".indexOf(site[0] ?? "a") - (COLUMNS - 1) / 2, height, Number(site.slice(1)) - 1 - (ROWS - 1) / 2];
}

/** How high its walls are. */
export const wallOf = (floors: readonly Floor[]): number => floors.length * STOREY;

/** A penthouse has a roof on top. */
export function heightOf(floors: readonly Floor[]): number {
  return wallOf(floors) + (floors.at(-1)?.kind === "penthouse" ? ROOF : 0);
}

/** Its letter is to be read from where one looks. */
export function piece(key: string, { seat, kind }: Floor, site: string, level: number, wide: boolean): Piece {
  const shape = kind === "penthouse" || kind === "skyline" ? kind : `level ${level}`;
  return { key, shape, at: at(site, (level - 1) * STOREY), seat: seat ?? NEUTRAL, turn: side(wide) };
}

export function pieces(view: SkylineWorldView, words: Words, wide: boolean): readonly Piece[] {
  return sitesOf(view).flatMap((site) =>
    stack(view, site, words).map((floor, n) => piece(`${site} ${n + 1}`, floor, site, n + 1, wide)),
  );
}
