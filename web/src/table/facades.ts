/**
 * What the pieces of each player wear: window lines, the player's pattern and letter, drawn once into one texture. A column
 * for each seat, one for neutral pieces and a plain one; below the sides of a piece, above its top.
 */

import { CanvasTexture, SRGBColorSpace } from "three";
import { type Colour, NEUTRAL, PLAIN, type SeatLook } from "./game";

export const COLUMNS = PLAIN + 1;
const CELL = 256;
/** Around each cell, so that its neighbours do not shine through at a distance. */
export const MARGIN = 0.04;

export const PAINTS: Readonly<Record<Colour, string>> = {
  blue: "#2f6fb5",
  red: "#c8442e",
  green: "#2e8b57",
  yellow: "#e3b012",
  purple: "#7a4fa3",
  orange: "#e0792b",
  white: "#edeae2",
  brown: "#7b5334",
  neutral: "#ebe6dc",
};

export type Paint = (colour: Colour) => string;

/** By the seat's number, the same on pieces and panels (`pattern-0` to `pattern-3` in table.css). */
const PATTERNS: readonly ((pen: CanvasRenderingContext2D) => void)[] = [
  () => {},
  (pen) => {
    for (let x = 20; x < CELL; x += 36) pen.fillRect(x, 0, 10, CELL);
  },
  (pen) => {
    for (let n = 20; n < CELL; n += 54) {
      pen.fillRect(n, 0, 8, CELL);
      pen.fillRect(0, n, CELL, 8);
    }
  },
  (pen) => {
    for (let y = 26; y < CELL; y += 50) {
      for (let x = 26; x < CELL; x += 50) dot(pen, x, y);
    }
  },
];

function dot(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.arc(x, y, 10, 0, 2 * Math.PI);
  pen.fill();
}

export interface Facades {
  readonly map: CanvasTexture;
  /** What shines by itself. */
  readonly glow: CanvasTexture | null;
}

/** `windows`: the colour of light in them; without it they are dark. */
export function drawFacades(seats: readonly SeatLook[], paint: Paint, windows?: string): Facades {
  return { map: drawMap(seats, paint), glow: windows === undefined ? null : drawGlow(windows) };
}

function drawGlow(windows: string): CanvasTexture {
  return draw((pen) => {
    pen.fillRect(0, 0, COLUMNS * CELL, 2 * CELL);
    for (let column = 0; column <= NEUTRAL; column++) drawCell(pen, column, 1, () => drawWindows(pen, windows));
  });
}

function drawMap(seats: readonly SeatLook[], paint: Paint): CanvasTexture {
  return draw((pen) => {
    for (let column = 0; column < COLUMNS; column++) {
      const look = seats[column];
      if (column === PLAIN) {
        drawCell(pen, column, 0, () => fill(pen, "#ffffff"));
        drawCell(pen, column, 1, () => fill(pen, "#ffffff"));
      } else {
        drawCell(pen, column, 0, () => drawTop(pen, column, look, paint));
        drawCell(pen, column, 1, () => drawSide(pen, column, look, paint));
      }
    }
  });
}

function draw(drawing: (pen: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = COLUMNS * CELL;
  canvas.height = 2 * CELL;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  drawing(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function drawCell(pen: CanvasRenderingContext2D, column: number, row: number, draw: () => void): void {
  pen.save();
  pen.translate(column * CELL, row * CELL);
  pen.beginPath();
  pen.rect(0, 0, CELL, CELL);
  pen.clip();
  draw();
  pen.restore();
}

function drawTop(pen: CanvasRenderingContext2D, column: number, look: SeatLook | undefined, paint: Paint): void {
  const colour = paint(look?.colour ?? "neutral");
  fill(pen, colour);
  drawPattern(pen, column, colour);
  if (look) drawLetter(pen, look.letter, colour, CELL / 2, CELL / 2, 120);
}

function drawSide(pen: CanvasRenderingContext2D, column: number, look: SeatLook | undefined, paint: Paint): void {
  const colour = paint(look?.colour ?? "neutral");
  fill(pen, colour);
  drawPattern(pen, column, colour);
  drawWindows(pen, isLight(colour) ? "rgb(40 45 60 / 0.30)" : "rgb(15 20 35 / 0.38)");
  const shade = pen.createLinearGradient(0, 0, 0, CELL);
  shade.addColorStop(0, "rgb(255 255 255 / 0.10)");
  shade.addColorStop(0.5, "rgb(255 255 255 / 0)");
  shade.addColorStop(1, "rgb(20 24 32 / 0.30)");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, CELL, CELL);
}

function fill(pen: CanvasRenderingContext2D, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, CELL, CELL);
}

function drawPattern(pen: CanvasRenderingContext2D, column: number, colour: string): void {
  pen.fillStyle = isLight(colour) ? "rgb(60 45 20 / 0.20)" : "rgb(255 255 255 / 0.22)";
  PATTERNS[column]?.(pen);
}

/** A hint of windows: a band of upright lines. */
function drawWindows(pen: CanvasRenderingContext2D, colour: string): void {
  pen.fillStyle = colour;
  for (let n = 0; n < 6; n++) pen.fillRect(26 + n * 36, CELL * 0.28, 22, CELL * 0.42);
}

function drawLetter(
  pen: CanvasRenderingContext2D,
  letter: string,
  colour: string,
  x: number,
  y: number,
  size: number,
): void {
  pen.font = `700 ${size}px "Inter Variable", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = size / 5;
  pen.lineJoin = "round";
  pen.strokeStyle = colour;
  pen.strokeText(letter, x, y);
  pen.fillStyle = isLight(colour) ? "#1f2a37" : "#ffffff";
  pen.fillText(letter, x, y);
}

export function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((n) => Number.parseInt(colour.slice(n, n + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}
