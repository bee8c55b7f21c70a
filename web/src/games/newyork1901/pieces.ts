/** What stands on the map: deeds, workers, buildings, and the discs on the score track. */

import type { BufferGeometry } from "three";
import { NEUTRAL, type Piece, PLAIN, type Vector } from "../../table/game";
import { barred, deed, house, marker, ROOF, roof, roofOf, sign, temple, worker } from "./buildings";
import {
  gripOf,
  groundOf,
  isPlacement,
  type Level,
  type Move,
  middleOf,
  type NewYork1901View,
  orientations,
  type Placement,
  type Square,
  type Standing,
  squareOf,
  type Table,
} from "./model";
import { trackField } from "./track";

// --- shapes -----------------------------------------------------------------------------------------------------

/** The tiles of the box as squares, column and row (NY-3): their geometries are built before the first view arrives. */
const TILES: Readonly<Record<Level, Readonly<Record<string, string>>>> = {
  bronze: { starter: "00 10", I2: "00 10", I3: "00 10 20", V3: "00 01 11", L4: "00 01 02 12" },
  silver: {
    I3: "00 10 20",
    V3: "00 01 11",
    I4: "00 10 20 30",
    O4: "00 10 01 11",
    T4: "00 10 20 11",
    P5: "00 10 01 11 02",
  },
  gold: {
    Z4: "00 10 11 21",
    L5: "00 10 20 30 01",
    N5: "00 10 11 21 31",
    T5: "00 10 20 11 12",
    O6: "00 10 20 01 11 21",
    Z6: "00 10 20 11 21 31",
  },
  legendary: {
    "Park Row": "00 10 20 01 11 21 12",
    Singer: "00 10 20 01 11 21 02 12",
    "Metropolitan Life": "00 10 20 30 01 11 21 31",
    Woolworth: "00 10 20 01 11 21 02 12 22",
  },
};

const houseShape = (tile: string, mirrored: boolean) => (mirrored ? `${tile} mirrored` : tile);

function houses(): Record<string, BufferGeometry> {
  const made: Record<string, BufferGeometry> = {};
  for (const [level, tiles] of Object.entries(TILES) as [Level, Record<string, string>][]) {
    for (const [short, text] of Object.entries(tiles)) {
      const name = short === "starter" || level === "legendary" ? short : `${level} ${short}`;
      const squares = text.split(" ").map((pair): Square => [Number(pair[0]), Number(pair[1])]);
      for (const mirrored of mirrors(squares, level)) {
        const lying = mirrored ? squares.map(([x, y]): Square => [-x, y]) : squares;
        made[houseShape(name, mirrored)] = house(name, level, lying, mirrored);
        made[`${houseShape(name, mirrored)} roof`] = roof(name === "starter" ? "starter" : level, lying);
      }
    }
  }
  return made;
}

/** A tile that looks the same in a mirror never has to be mirrored. */
function mirrors(squares: readonly Square[], level: Level): readonly boolean[] {
  return orientations({ level, points: 0, squares }).some((one) => one.mirrored) ? [false, true] : [false];
}

export const shapes: Readonly<Record<string, BufferGeometry>> = {
  ...houses(),
  deed: deed(),
  barred: barred(),
  worker: worker(),
  marker: marker(),
  sign: sign(),
  temple: temple(),
};

// --- pieces -----------------------------------------------------------------------------------------------------

export function pieces(view: NewYork1901View): readonly Piece[] {
  const city = view.table;
  const seats = city.seats.flatMap((seat, number) => [
    ...seat.tiles.flatMap((tile) => building(tile, number)),
    disc(seat.points, number),
  ]);
  return [...seats, ...land(city), oldBuilding(city)];
}

function building(tile: Standing, seat: number): readonly Piece[] {
  const shape = houseShape(tile.tile, tile.mirrored);
  const stands = { at: groundOf(middleOf(tile.squares.map(squareOf))), turn: (-tile.turned * Math.PI) / 180 };
  const key = `${seat} ${tile.place}`;
  const squares = tile.squares.map(squareOf);
  // Towers stand on some squares of legendary roofs, so there the letter is on all of them.
  const signs = tile.level === "legendary" ? squares : [gripOf(squares)];
  return [
    { ...stands, key, shape, seat: NEUTRAL },
    { ...stands, key: `${key} roof`, shape: `${shape} roof`, seat },
    ...signs.map((square): Piece => {
      const [x, , z] = groundOf(square);
      return { key: `${key} sign ${square}`, shape: "sign", at: [x, heightOf(tile), z], seat };
    }),
  ];
}

/** From the ground to the roof. */
export function heightOf({ tile, level }: Pick<Standing, "tile" | "level">): number {
  return roofOf(tile === "starter" ? "starter" : level) + ROOF;
}

/** Plates on land that somebody owns and has not built on, and the workers there. */
function land(city: Table): readonly Piece[] {
  const built = new Set(city.seats.flatMap((seat) => seat.tiles.flatMap((tile) => tile.squares)));
  return Object.entries(city.lots).flatMap(([lot, { owner, squares, worker: manned }]) => {
    if (owner === null) return [];
    const free = squares.filter((square) => !built.has(square));
    const plates = free.map((square) => plate(square, owner));
    return manned ? [...plates, workerOn(lot, city, owner)] : plates;
  });
}

function plate(square: string, seat: number): Piece {
  return { key: `deed ${square}`, shape: "deed", at: groundOf(squareOf(square)), seat };
}

/** On the first square of the lot, beside the letter of its owner. */
function workerOn(lot: string, city: Table, seat: number, above = 0): Piece {
  const [x, , z] = groundOf(squareOf(city.lots[lot]?.squares[0] ?? "a1"));
  return { key: `worker ${lot}`, shape: "worker", at: [x + 0.22, 0.03 + above, z + 0.22], seat };
}

function disc(points: number, seat: number): Piece {
  const [x, y, z] = groundOf(trackField(points));
  const at: Vector = [x + (seat % 2 ? 0.22 : -0.22), y, z + (seat < 2 ? -0.22 : 0.22)];
  return { key: `score ${seat}`, shape: "marker", at, seat };
}

function oldBuilding(city: Table): Piece {
  const squares = city.map.rows.flatMap((row, y) =>
    row.split(" ").flatMap((printed, x): Square[] => (printed === "XX" ? [[x, y]] : [])),
  );
  return { key: "old building", shape: "temple", at: groundOf(middleOf(squares)), seat: NEUTRAL };
}

// --- ghosts -----------------------------------------------------------------------------------------------------

/** How high a worker hovers who is about to come home. */
const LIFTED = 0.7;

export function ghost({ data: does }: Move, view: NewYork1901View): readonly Piece[] {
  const seat = view.player ?? 0;
  if (isPlacement(does)) return site(does, view.table, seat);
  if (!("lot" in does)) return [];
  if (does.action === "acquire")
    return [...does.squares.map((square) => plate(square, seat)), workerOn(does.lot, view.table, seat)];
  return [...does.squares.map(bareSquare), workerOn(does.lot, view.table, seat, LIFTED)];
}

/** The new building; in place of those that go, their bare squares; workers who leave and who are sent. */
function site(does: Placement, city: Table, seat: number): readonly Piece[] {
  const old = (city.seats[seat]?.tiles ?? []).filter((tile) => does.torn_down.includes(tile.place));
  const bare = old.flatMap((tile) => tile.squares).filter((square) => !does.squares.includes(square));
  const gone = old.flatMap((tile) => rubble(tile, seat));
  return [
    ...building(does, seat),
    ...gone,
    ...bare.map(bareSquare),
    ...does.workers_back.map((lot) => workerOn(lot, city, seat, LIFTED)),
    ...does.workers_sent.map((lot) => workerOn(lot, city, seat)),
  ];
}

/** What is left of a building that makes way: its ghost, sunk into the ground but for the roof. */
function rubble(tile: Standing, seat: number): readonly Piece[] {
  const sunk = 0.19 - heightOf(tile);
  return building(tile, seat).map((piece) => ({ ...piece, at: [piece.at[0], piece.at[1] + sunk, piece.at[2]] }));
}

function bareSquare(square: string): Piece {
  return { key: `barred ${square}`, shape: "barred", at: groundOf(squareOf(square)), seat: PLAIN };
}

/** The footprint of a tile where it may not lie. */
export function refusedGhost(squares: readonly string[]): readonly Piece[] {
  return squares.map(bareSquare);
}
