/**
 * The buildings: each tile rises from its squares, the higher the level the higher the house. Bronze is brick, silver
 * limestone, gold copper gone green, and the legendary ones have the towers that New York knows. The walls wear their
 * material; the roof on top is a piece of its own, in the colours of its owner.
 */

import { Box3, BufferAttribute, BufferGeometry, Color, SphereGeometry, Vector3 } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { column, gable, pyramid, slab } from "../../table/shapes";
import { type Level, middleOf, type Square } from "./model";

const BRICK = "#b4583f";
const LIMESTONE = "#e9dcc0";
const COPPER = "#7fb5a0";
const TERRACOTTA = "#f3ead6";
const GILT = "#d9a93a";
const STONE = "#cfc4ae";

/** A part of a house: so far in from the edge of its squares, from one height to another, in so many floors. */
interface Storey {
  readonly inset: number;
  readonly from: number;
  readonly to: number;
  readonly floors: number;
  readonly paint: string;
}

const STOREYS: Readonly<Record<Level | "starter", readonly Storey[]>> = {
  starter: [{ inset: 0.1, from: 0, to: 0.36, floors: 1, paint: BRICK }],
  bronze: [
    { inset: 0.07, from: 0, to: 0.08, floors: 0, paint: STONE },
    { inset: 0.1, from: 0.08, to: 0.62, floors: 2, paint: BRICK },
    { inset: 0.05, from: 0.62, to: 0.68, floors: 0, paint: STONE },
  ],
  silver: [
    { inset: 0.07, from: 0, to: 0.3, floors: 1, paint: STONE },
    { inset: 0.1, from: 0.3, to: 0.9, floors: 2, paint: LIMESTONE },
    { inset: 0.05, from: 0.9, to: 0.95, floors: 0, paint: LIMESTONE },
    { inset: 0.17, from: 0.95, to: 1.15, floors: 1, paint: LIMESTONE },
  ],
  gold: [
    { inset: 0.07, from: 0, to: 0.3, floors: 1, paint: STONE },
    { inset: 0.1, from: 0.3, to: 1.1, floors: 3, paint: COPPER },
    { inset: 0.05, from: 1.1, to: 1.15, floors: 0, paint: GILT },
    { inset: 0.17, from: 1.15, to: 1.55, floors: 2, paint: COPPER },
    { inset: 0.13, from: 1.55, to: 1.6, floors: 0, paint: GILT },
  ],
  legendary: [
    { inset: 0.07, from: 0, to: 0.36, floors: 1, paint: STONE },
    { inset: 0.1, from: 0.36, to: 1.5, floors: 4, paint: TERRACOTTA },
    { inset: 0.05, from: 1.5, to: 1.56, floors: 0, paint: GILT },
  ],
};

export const roofOf = (level: Level | "starter") => STOREYS[level].at(-1)?.to ?? 0;

/** Towers of the legendary houses, around the middle of the tile as the box shows it; `side` is -1 where it is mirrored. */
const TOWERS: Readonly<Record<string, (side: number) => readonly BufferGeometry[]>> = {
  "Park Row": (side) => [...cupola(-side, -0.5), ...cupola(side, -0.5)],
  Singer: (side) => [...shaft(-0.5 * side, 0, 0.72, 1.56, 2.9), ...spire(-0.5 * side, 2.9, 0, dome(0.34), 0.4)],
  "Metropolitan Life": (side) => [
    ...shaft(-1.5 * side, 0, 0.8, 1.56, 2.8),
    ...spire(-1.5 * side, 2.8, 0, plain(pyramid(0.86, 0.6)), 0.3),
  ],
  Woolworth: () => [
    ...shaft(0, 0, 1.3, 1.56, 2.3),
    ...shaft(0, 0, 0.86, 2.3, 3.2),
    ...spire(0, 3.2, 0, plain(pyramid(0.9, 0.85)), 0.35),
  ],
};

function cupola(x: number, z: number): readonly BufferGeometry[] {
  return [...shaft(x, z, 0.55, 1.56, 2.05), ...spire(x, 2.05, z, dome(0.24), 0.25)];
}

function spire(x: number, y: number, z: number, cap: BufferGeometry, tip: number): readonly BufferGeometry[] {
  cap.computeBoundingBox();
  const top = y + 0.95 * (cap.boundingBox?.max.y ?? 0);
  return [tint(cap.translate(x, y, z), COPPER), tint(plain(column(0.05, tip, 0.015)).translate(x, top, z), GILT)];
}

function shaft(x: number, z: number, width: number, from: number, to: number): readonly BufferGeometry[] {
  const floors = Math.max(1, Math.round((to - from) / 0.32));
  const height = (to - from) / floors;
  return Array.from({ length: floors }, (_, n) =>
    tint(slab(width, height, width).translate(x, from + n * height, z), TERRACOTTA),
  );
}

function dome(radius: number): BufferGeometry {
  return plain(new SphereGeometry(radius, 16, 8, 0, 2 * Math.PI, 0, Math.PI / 2).scale(1, 1.25, 1));
}

/** The walls of a tile, around the middle of its squares. */
export function house(name: string, level: Level, squares: readonly Square[], mirrored: boolean): BufferGeometry {
  const storeys = STOREYS[name === "starter" ? "starter" : level].map((storey) => rise(squares, storey));
  const made = merge([...storeys, ...(TOWERS[name]?.(mirrored ? -1 : 1) ?? [])]);
  const [x, z] = middleOf(squares);
  made.userData["feet"] = squares.map(([column, row]) =>
    new Box3().setFromCenterAndSize(new Vector3(column - x, 0, row - z), new Vector3(1, 0, 1)),
  );
  return made;
}

/** Its flat roof, in the colour and pattern of its owner; the corner of the façade's top has no letter. */
export function roof(level: Level | "starter", squares: readonly Square[]): BufferGeometry {
  const top = roofOf(level);
  const inset = level === "legendary" ? 0.09 : 0.15;
  const made = rise(squares, { inset, from: top, to: top + ROOF, floors: 1, paint: "#ffffff" });
  const uv = made.getAttribute("uv");
  for (let n = 0; n < uv.count; n++) {
    const v = uv.getY(n);
    uv.setXY(n, LETTERLESS * uv.getX(n), v < 1 ? 1.02 : 1 + LETTERLESS * (v - 1));
  }
  return made;
}

export const ROOF = 0.07;
const LETTERLESS = 0.24;

/** On the roof, the letter of its owner, always upright. */
export const sign = () => tint(slab(0.7, 0.02, 0.7), "#ffffff");

/** A plate on a square: land that somebody owns. */
export const deed = () => tint(slab(0.8, 0.03, 0.8), "#ffffff");

/** A square on which a tile may not lie, or that a demolition leaves bare. */
export const barred = () => tint(plain(slab(0.94, 0.05, 0.94)), "#d8452f");

export function worker(): BufferGeometry {
  return merge([
    plain(column(0.2, 0.34, 0.1)),
    plain(new SphereGeometry(0.15, 14, 10).translate(0, 0.44, 0)),
    plain(column(0.23, 0.05)),
  ]);
}

/** A disc on the score track. */
export const marker = () => tint(column(0.2, 0.16), "#ffffff");

/** The Sub-Treasury: steps, columns and a gable, 3 squares by 2. */
export function temple(): BufferGeometry {
  const columns = Array.from({ length: 6 }, (_, n) =>
    tint(plain(column(0.09, 0.5)).translate(-1.05 + n * 0.42, 0.14, 0.68), STONE),
  );
  return merge([
    tint(plain(slab(2.9, 0.07, 1.9)), STONE),
    tint(plain(slab(2.7, 0.07, 1.75)).translate(0, 0.07, 0), STONE),
    tint(slab(2.3, 0.5, 1.2).translate(0, 0.14, -0.15), LIMESTONE),
    ...columns,
    tint(plain(slab(2.6, 0.08, 1.8)).translate(0, 0.64, 0), LIMESTONE),
    tint(
      plain(gable(1.9, 0.34, 2.7))
        .rotateY(Math.PI / 2)
        .translate(0, 0.72, 0),
      STONE,
    ),
  ]);
}

// --- how they are made --------------------------------------------------------------------------------------------

interface Faces {
  readonly position: number[];
  readonly normal: number[];
  readonly uv: number[];
}

/** One storey over squares. Each square is cut into nine, so that the edge can be drawn in wherever no neighbour is. */
function rise(squares: readonly Square[], storey: Storey): BufferGeometry {
  const [middleX, middleY] = middleOf(squares);
  const has = new Set(squares.map(String));
  const cuts = [0, storey.inset, 1 - storey.inset, 1];
  const faces: Faces = { position: [], normal: [], uv: [] };
  for (const [x, y] of squares) {
    for (let ninth = 0; ninth < 9; ninth++) {
      const [column, row] = [ninth % 3, Math.floor(ninth / 3)];
      if (!isCovered(has, 3 * x + column, 3 * y + row)) continue;
      const corner: Corner = [x - middleX - 0.5, y - middleY - 0.5];
      const [left = 0, right = 1] = cuts.slice(column);
      const [top = 0, bottom = 1] = cuts.slice(row);
      addTop(faces, corner, [left, right, top, bottom], storey.to);
      const wall = (from: Corner, to: Corner, [across, down]: Corner) => {
        if (isCovered(has, 3 * x + column + across, 3 * y + row + down)) return;
        addWall(faces, corner, from, to, [across, down], storey);
      };
      wall([left, top], [left, bottom], [-1, 0]);
      wall([right, bottom], [right, top], [1, 0]);
      wall([right, top], [left, top], [0, -1]);
      wall([left, bottom], [right, bottom], [0, 1]);
    }
  }
  return tint(made(faces), storey.paint);
}

/** Whether a ninth of a square is built on: its middle always, its edges and corners as far as neighbours go on there. */
function isCovered(has: ReadonlySet<string>, x: number, y: number): boolean {
  const square: Square = [Math.floor(x / 3), Math.floor(y / 3)];
  const [dx, dy] = [x - 3 * square[0] - 1, y - 3 * square[1] - 1];
  const near = (a: number, b: number) => has.has(String([square[0] + a, square[1] + b]));
  return near(0, 0) && near(dx, 0) && near(0, dy) && near(dx, dy);
}

type Corner = readonly [number, number];

function addTop(
  faces: Faces,
  [x, z]: Corner,
  [left, right, top, bottom]: readonly [number, number, number, number],
  height: number,
): void {
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, bottom],
    [right, top],
    [left, top],
  ] as const;
  for (const [a, b] of corners) {
    faces.position.push(x + a, height, z + b);
    faces.normal.push(0, 1, 0);
    faces.uv.push(a, 2 - b - 1e-4);
  }
}

function addWall(faces: Faces, [x, z]: Corner, from: Corner, to: Corner, [nx, nz]: Corner, storey: Storey): void {
  const floors = Math.max(1, storey.floors);
  const height = (storey.to - storey.from) / floors;
  for (let floor = 0; floor < floors; floor++) {
    const low = storey.from + floor * height;
    const corners = [
      [from, 0],
      [to, 0],
      [to, 1],
      [from, 0],
      [to, 1],
      [from, 1],
    ] as const;
    for (const [[a, b], up] of corners) {
      faces.position.push(x + a, low + up * height, z + b);
      faces.normal.push(nx, 0, nz);
      // Along the wall by the place in its square, so that windows run on evenly; a wall without floors has none.
      faces.uv.push(nx === 0 ? a : b, storey.floors === 0 ? 0.9 : up * 0.999);
    }
  }
}

function made({ position, normal, uv }: Faces): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normal), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uv), 2));
  return geometry;
}

/** In one colour on top of what it wears. */
function tint(geometry: BufferGeometry, paint: string): BufferGeometry {
  const { r, g, b } = new Color(paint);
  const count = geometry.getAttribute("position").count;
  const colours = new Float32Array(3 * count);
  for (let n = 0; n < count; n++) colours.set([r, g, b], 3 * n);
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return geometry;
}

/** Without windows or pattern: all of it shows one point at the edge of the façade's top. */
function plain(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const uv = flat.getAttribute("uv");
  for (let n = 0; n < uv.count; n++) uv.setXY(n, 0.01, 1.01);
  return flat.hasAttribute("color") ? flat : tint(flat, "#ffffff");
}

function merge(parts: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));
  if (!merged) throw new Error("parts that do not fit together");
  return merged;
}
