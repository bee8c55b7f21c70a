/** What stands on the map: deeds, workers, buildings, and the discs on the score track. */

import type { BufferGeometry } from "three";
import { NEUTRAL, type Piece, PLAIN, type Shapes, type Vector } from "../../table/game";
import { barred, deed, house, marker, ROOF, roof, roofOf, sign, temple, worker } from "./buildings";
import {
  gripOf,
  groundOf,
  isPlacement,
  type Move,
  middleOf,
  type NewYork1901View,
  orientations,
  type Placement,
  type Square,
  type Standing,
  squareOf,
  type Table,
  type Tile,
} from "./model";
import { trackField } from "./track";

// --- shapes -----------------------------------------------------------------------------------------------------

const houseShape = (tile: string, mirrored: boolean) => (mirrored ? `${tile} mirrored` : tile);

function houses(tiles: Table["tiles"]): Record<string, BufferGeometry> {
  const made: Record<string, BufferGeometry> = {};
  for (const [name, tile] of Object.entries(tiles)) {
    for (const mirrored of mirrors(tile)) {
      const lying = tile.squares.map(([x, y]): Square => [mirrored ? -x : x, y]);
      made[houseShape(name, mirrored)] = house(name, tile.level, lying, mirrored);
      made[`${houseShape(name, mirrored)} roof`] = roof(name === "starter" ? "starter" : tile.level, lying);
    }
  }
  return made;
}

/** A tile that looks the same in a mirror never has to be mirrored. */
function mirrors(tile: Tile): readonly boolean[] {
  return orientations(tile).some(({ mirrored }) => mirrored) ? [false, true] : [false];
}

export function shapes({ table }: NewYork1901View): Shapes {
  return {
    ...houses(table.tiles),
    deed: deed(),
    barred: barred(),
    worker: worker(),
    marker: marker(),
    sign: sign(),
    temple: temple(),
  };
}

// --- pieces -----------------------------------------------------------------------------------------------------

export function pieces(view: NewYork1901View): readonly Piece[] {
  const city = view.table;
  const seats = city.seats.flatMap((seat, number) => [
    ...seat.tiles.flatMap((tile) => building(tile, number)),
    disc(seat.points, city.goal, number),
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

function disc(points: number, goal: number, seat: number): Piece {
  const [x, y, z] = groundOf(trackField(points, goal));
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
