/** A small kit for isometric drawings. x runs down to the right, y down to the left, z up; light comes from the left. */

import type { ReactNode } from "react";
import styles from "./isometric.module.css";

export type Point = readonly [x: number, y: number, z: number];

const UNIT = 20;
const ROUNDED = 10;

function onPaper([x, y, z]: Point): string {
  const across = (x - y) * Math.cos(Math.PI / 6) * UNIT;
  const down = ((x + y) / 2 - z) * UNIT;
  return `${Math.round(across * ROUNDED) / ROUNDED} ${Math.round(down * ROUNDED) / ROUNDED}`;
}

export function outline(...points: readonly Point[]): string {
  return `M${points.map(onPaper).join("L")}Z`;
}

export function line(...points: readonly Point[]): string {
  return `M${points.map(onPaper).join("L")}`;
}

/** A colour mixed with black (below 0) or white (above 0). */
export function shade(colour: string, amount: number): string {
  const target = amount < 0 ? 0 : 255;
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(part + (target - part) * Math.abs(amount))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** A deterministic pseudo-random number between 0 and 1. */
export function chance(...seeds: readonly number[]): number {
  const mixed = seeds.reduce((sum, seed, place) => sum + seed * (12.9898 + place * 65.233), 0);
  const value = Math.sin(mixed) * 43758.5453;
  return value - Math.floor(value);
}

export type Windows = { rows: number; columns: number; colour: string; lit?: string; share?: number };

export type BlockShape = {
  x: number;
  y: number;
  z?: number;
  width?: number; // along x
  depth?: number; // along y
  height?: number;
  colour: string;
  top?: string;
  windows?: Windows;
  opacity?: number;
  edge?: string;
};

type Face = (across: number, up: number) => Point;

function Panes({ face, windows, seed }: { face: Face; windows: Windows; seed: number }) {
  const { rows, columns, colour, lit = colour, share = 0 } = windows;
  const dark: string[] = [];
  const bright: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [left, right] = [(column + 0.25) / columns, (column + 0.75) / columns];
      const [low, high] = [(row + 0.25) / rows, (row + 0.75) / rows];
      const pane = outline(face(left, low), face(right, low), face(right, high), face(left, high));
      (chance(seed, row, column) < share ? bright : dark).push(pane);
    }
  }
  return (
    <>
      <path d={dark.join("")} fill={colour} />
      {bright.length > 0 && <path d={bright.join("")} fill={lit} />}
    </>
  );
}

/** A box with its three visible faces. */
export function Block(shape: BlockShape) {
  const { x, y, z = 0, width = 1, depth = 1, height = 1, colour, top = shade(colour, 0.18), windows, opacity } = shape;
  const [right, front, high] = [x + width, y + depth, z + height];
  const east: Face = (across, up) => [right, front - across * depth, z + up * height];
  const south: Face = (across, up) => [x + across * width, front, z + up * height];
  const seed = x * 7 + y * 13 + z * 3;
  const edge =
    shape.edge === undefined ? {} : { stroke: shape.edge, strokeWidth: 0.6, strokeLinejoin: "round" as const };
  return (
    <g {...(opacity === undefined ? {} : { opacity })}>
      <path d={outline(south(0, 0), south(1, 0), south(1, 1), south(0, 1))} fill={shade(colour, -0.08)} {...edge} />
      <path d={outline(east(0, 0), east(1, 0), east(1, 1), east(0, 1))} fill={shade(colour, -0.3)} {...edge} />
      {windows && <Panes face={south} windows={windows} seed={seed} />}
      {windows && (
        <Panes face={east} windows={{ ...windows, colour: shade(windows.colour, -0.12) }} seed={seed + 101} />
      )}
      <path d={outline([x, y, high], [right, y, high], [right, front, high], [x, front, high])} fill={top} {...edge} />
    </g>
  );
}

export type RoofShape = { x: number; y: number; z: number; size?: number; height?: number; colour: string };

/** A hip roof; two of its four slopes are visible. */
export function Roof({ x, y, z, size = 1, height = 0.8, colour }: RoofShape) {
  const [right, front] = [x + size, y + size];
  const peak: Point = [x + size / 2, y + size / 2, z + height];
  return (
    <g>
      <path d={outline([x, y, z], [x, front, z], peak)} fill={shade(colour, 0.25)} />
      <path d={outline([x, y, z], [right, y, z], peak)} fill={shade(colour, -0.1)} />
      <path d={outline([x, front, z], [right, front, z], peak)} fill={shade(colour, 0.08)} />
      <path d={outline([right, y, z], [right, front, z], peak)} fill={shade(colour, -0.25)} />
    </g>
  );
}

/** The shadow on the ground of a box of this height. */
export function Shadow({ x, y, width = 1, depth = 1, height = 1 }: Omit<BlockShape, "colour">) {
  const [right, front, far] = [x + width, y + depth, height * 0.45];
  const [back, end]: [Point, Point] = [
    [right + far, y, 0],
    [right + far, front - depth * 0.1, 0],
  ];
  return <path d={outline([x, y, 0], back, end, [right, front, 0], [x, front, 0])} fill="#2a1f10" opacity={0.16} />;
}

export function Tree({ x, y, z = 0, colour = "#4f8a4c" }: { x: number; y: number; z?: number; colour?: string }) {
  const [across = 0, down = 0] = onPaper([x, y, z]).split(" ").map(Number);
  return (
    <g>
      <ellipse cx={across} cy={down} rx={4} ry={2} fill="#000" opacity={0.15} />
      <circle cx={across} cy={down - 5} r={4.4} fill={colour} />
      <circle cx={across - 1.3} cy={down - 6.2} r={2.6} fill={shade(colour, 0.2)} />
    </g>
  );
}

/** Sort from back to front (painter's algorithm). */
export function backToFront<T extends { x: number; y: number; z?: number }>(shapes: readonly T[]): T[] {
  return shapes.toSorted((a, b) => a.x + a.y - (b.x + b.y) || (a.z ?? 0) - (b.z ?? 0));
}

/** A part that drops in from above when the picture appears; `order` sets the delay. */
export function Lowered({ order, children }: { order: number; children: ReactNode }) {
  return (
    <g className={styles["lowered"]} style={{ animationDelay: `${order * 45}ms` }}>
      {children}
    </g>
  );
}

/** `zoom` scales the foreground; `backdrop` stays fixed. */
export function Picture(props: { ground: string; backdrop?: ReactNode; zoom?: number; children: ReactNode }) {
  return (
    <svg viewBox="-150 -118 300 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect x={-300} y={-300} width={600} height={600} fill={props.ground} />
      {props.backdrop}
      <g transform={`scale(${props.zoom ?? 1})`}>{props.children}</g>
    </svg>
  );
}
