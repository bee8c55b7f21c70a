/** Skyliners in space: sites, seats and rows, and what stands where. Names as in the rules (SL-1 to SL-15). */

import type { Schemas } from "../../shared/api";
import { type Colour, seatOf } from "../../shared/seats";
import { NEUTRAL, type Piece, PLAIN, type Vector, type Words } from "../../table/game";
import { block, column, pyramid, slab, together } from "../../table/shapes";

export type SkylinersView = Schemas["SkylinersView"];
export type Move = Schemas["SkylinersMove"];
export type Plan = Schemas["SkylinersPlan"];
export type RowName = Schemas["SkylinersRowLine"]["row"];
export type Segment = Schemas["SkylinersPlanLine"]["planned"];
export type District = Schemas["SkylinersSkyscraperLine"]["district"];
export type PieceName = Schemas["SkylinersBuild"]["piece"];
/** A player's, or nobody's. */
export type PieceColour = Extract<Colour, "red" | "blue" | "yellow" | "green" | "neutral">;

export const ROWS: readonly RowName[] = ["A", "B", "C", "D", "E"];
export const SEGMENTS: readonly Segment[] = [1, 2, 3, 4];
export const PIECES: readonly PieceName[] = ["floor", "roof", "park"];
export const SITES = [1, 2, 3, 4, 5].flatMap((line) => ["a", "b", "c", "d", "e"].map((column) => `${column}${line}`));

/** South, West, North, East: play passes to the left. */
export const SEAT_ANGLES = [0, -Math.PI / 2, Math.PI, Math.PI / 2];

/** The sites of a row as a seat sees it, the nearest first. */
export function sitesOfRow({ table }: SkylinersView, seat: number, row: number): readonly string[] {
  return table.rows[seat]?.[row]?.split(" ") ?? [];
}

// --- pieces -----------------------------------------------------------------------------------------------------

export const PITCH = 1.08;
export const WIDTH = 0.84;
const FLOOR = 0.36;
const ROOF = 0.2;
const PARK = 0.07;
const HEIGHTS: Readonly<Record<PieceName, number>> = { floor: FLOOR, roof: ROOF, park: PARK };
const LEAVES = "#5f9a62";

function trees() {
  const spots: readonly Vector[] = [
    [-0.22, PARK, -0.18],
    [0.2, PARK, -0.2],
    [-0.16, PARK, 0.2],
    [0.22, PARK, 0.18],
  ];
  return together(...spots.map(([x, y, z], n) => column(0.13, 0.2 + 0.03 * (n % 3), 0.02).translate(x, y + 0.02, z)));
}

export const shapes = {
  floor: block(WIDTH, FLOOR, WIDTH),
  roof: pyramid(WIDTH, ROOF),
  park: slab(WIDTH, PARK, WIDTH),
  trees: trees(),
  antenna: together(column(0.028, 0.62), column(0.09, 0.05, 0.07).translate(0, 0.6, 0)),
};

export function at(site: string, height = 0): Vector {
  return [("abcde".indexOf(site[0] ?? "a") - 2) * PITCH, height, (3 - Number(site[1])) * PITCH];
}

/** "blue floor" and the like. */
export function parse(piece: string): { colour: PieceColour; name: PieceName } {
  const [colour, name] = piece.split(" ") as [PieceColour, PieceName];
  return { colour, name };
}

export function stack(view: SkylinersView, site: string): readonly string[] {
  return view.table.sites[site] ?? [];
}

export function heightOf(stacked: readonly string[]): number {
  return stacked.reduce((height, piece) => height + HEIGHTS[parse(piece).name], 0);
}

/** A piece on a site; a park is a lawn in its owner's colour with trees on it. */
export function put(key: string, name: PieceName, seat: number, site: string, height: number): Piece[] {
  const piece: Piece = { key, shape: name, at: at(site, height), seat };
  if (name !== "park") return [piece];
  return [piece, { key: `${key} trees`, shape: "trees", at: at(site, height), seat: PLAIN, tint: LEAVES }];
}

export function pieces(view: SkylinersView, words: Words): readonly Piece[] {
  return Object.entries(view.table.sites).flatMap(([site, stacked]) =>
    stacked.flatMap((piece, level) => {
      const { colour, name } = parse(piece);
      const seat = colour === "neutral" ? NEUTRAL : seatOf(words, colour);
      return put(`${site} ${level}`, name, seat, site, heightOf(stacked.slice(0, level)));
    }),
  );
}

export function antenna(view: SkylinersView, seat: number, site: string): Piece {
  return { key: `antenna ${site}`, shape: "antenna", at: at(site, heightOf(stack(view, site))), seat };
}
