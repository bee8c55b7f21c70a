/** The map of Manhattan on cork: coast, streets, plots, names. To be read from where one looks, the same by day and by night. */

import { CanvasTexture, SRGBColorSpace } from "three";
import { at, COLUMNS, PLOT, ROWS, side } from "./model";

/** The map's extent, the water around the island included. */
export const [WIDTH, LENGTH] = [COLUMNS + 1.3, ROWS + 1.1];

const UNIT = 128;
const INK = "#3d2c1c";
const PAPER = "#fbf4e4";
const ORANGE = "#f08519";

type Pen = CanvasRenderingContext2D;

export function drawMap(sites: readonly string[], orange: readonly string[], wide: boolean): CanvasTexture {
  const turn = -side(wide);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * UNIT;
  canvas.height = LENGTH * UNIT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  drawCork(pen);
  pen.scale(UNIT, UNIT);
  pen.translate(WIDTH / 2, LENGTH / 2);
  drawIsland(pen, sites);
  for (const site of sites) drawPlot(pen, site, orange.includes(site), turn);
  drawNames(pen, turn);
  drawCompass(pen, 1.6, -4.7);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** Pseudo-random grains, the same every time. */
function drawCork(pen: Pen): void {
  const { width, height } = pen.canvas;
  pen.fillStyle = "#c99c68";
  pen.fillRect(0, 0, width, height);
  let seed = 1901;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let n = 0; n < 16000; n++) {
    const [x, y, size] = [random() * width, random() * height, 1 + 5 * random() ** 3];
    pen.fillStyle = random() < 0.55 ? "rgb(92 56 22)" : "rgb(255 228 184)";
    pen.globalAlpha = 0.3 * random();
    pen.beginPath();
    pen.ellipse(x, y, size, size * (0.4 + 0.6 * random()), 3 * random(), 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

/** All sites as one area, by this much larger than they are. */
function drawArea(pen: Pen, sites: readonly string[], beyond: number, colour: string): void {
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  pen.lineJoin = "round";
  pen.lineWidth = 2 * beyond;
  for (const site of sites) {
    const [x, , y] = at(site);
    pen.fillRect(x - 0.5, y - 0.5, 1, 1);
    if (beyond > 0) pen.strokeRect(x - 0.5, y - 0.5, 1, 1);
  }
}

/** Water lines along the coast as on old charts, then the land. */
function drawIsland(pen: Pen, sites: readonly string[]): void {
  const bands = [
    [0.62, "#bf9a70"],
    [0.6, "#c4a079"],
    [0.46, "#9db3b4"],
    [0.43, "#b9c8c3"],
    [0.3, "#86a6ae"],
    [0.27, "#aec3c3"],
    [0.14, INK],
    [0.12, "#e6d2ac"],
  ] as const;
  for (const [beyond, colour] of bands) drawArea(pen, sites, beyond, colour);
}

function drawPlot(pen: Pen, site: string, isOrange: boolean, turn: number): void {
  const [x, , y] = at(site);
  const width = isOrange ? 1 : PLOT;
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.beginPath();
  pen.roundRect(-width / 2, -width / 2, width, width, 0.06);
  pen.fillStyle = isOrange ? ORANGE : PAPER;
  pen.fill();
  pen.lineWidth = isOrange ? 0.04 : 0.015;
  pen.strokeStyle = isOrange ? "#a34d00" : "#a08a66";
  pen.stroke();
  if (isOrange) drawHatching(pen);
  write(pen, site, 0, isOrange ? -0.12 : 0, 0.26, isOrange ? "#3a1c00" : "#77664c", 500);
  if (isOrange) write(pen, "★", 0, 0.18, 0.3, "#3a1c00", 500);
  pen.restore();
}

/** Orange is not told by its colour alone. */
function drawHatching(pen: Pen): void {
  pen.clip();
  pen.strokeStyle = "rgb(255 255 255 / 0.35)";
  pen.lineWidth = 0.05;
  for (let n = -1; n < 1; n += 0.14) {
    pen.beginPath();
    pen.moveTo(n - 0.5, -0.5);
    pen.lineTo(n + 0.5, 0.5);
    pen.stroke();
  }
}

/** Columns and rows at the margins, and the waters. */
function drawNames(pen: Pen, turn: number): void {
  const named = (text: string, x: number, y: number, height: number, turn: number, style = "") => {
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    write(pen, text, 0, 0, height, INK, 600, style);
    pen.restore();
  };
  const [west, north] = [-WIDTH / 2 + 0.16, -LENGTH / 2 + 0.16];
  for (let row = 1; row <= ROWS; row++) named(String(row), west, at(`a${row}`)[2], 0.24, turn);
  for (const column of "abcd") named(column, at(`${column}1`)[0], north, 0.24, turn);
  const along = turn === 0 ? -Math.PI / 2 : Math.PI / 2;
  named("Hudson River", -1.95, 4.1, 0.3, along, "italic");
  named("East River", 1.5, -2.6, 0.3, along, "italic");
}

function drawCompass(pen: Pen, x: number, y: number): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = INK;
  pen.beginPath();
  pen.moveTo(0, -0.42);
  pen.lineTo(0.13, 0.1);
  pen.lineTo(0, 0);
  pen.lineTo(-0.13, 0.1);
  pen.fill();
  write(pen, "N", 0, 0.3, 0.26, INK, 650);
  pen.restore();
}

function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  height: number,
  colour: string,
  weight: number,
  style = "",
): void {
  // Letters of less than a pixel's size are not drawn well, so they are drawn large and scaled down.
  pen.save();
  pen.translate(x, y);
  pen.scale(height / 100, height / 100);
  pen.font = `${style} ${weight} 100px "Inter Variable", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, 0, 0);
  pen.restore();
}
