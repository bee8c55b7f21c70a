/** The map as an old engraving: streets, parks and lots in ink on paper, the districts washed with colour by hand. */

import { CanvasTexture, SRGBColorSpace } from "three";
import { type District, HEIGHT, middleOf, printed, type Square, squareOf, type Table, WIDTH } from "./model";
import { trackField } from "./track";

export const FACE = "IM FELL English SC";

/** Paper around the map, in squares: for the score track, and below it for the title. */
export const PAPER = { left: 2.1, top: 2.1, right: 2.1, bottom: 2 };
const PIXELS = 80;

interface Inks {
  readonly paper: string;
  readonly stain: string;
  readonly street: string;
  readonly ink: string;
  readonly park: string;
  readonly wash: number;
  readonly districts: Readonly<Record<District, string>>;
}

const DAY: Inks = {
  paper: "#eadcbb",
  stain: "120 78 30",
  street: "#f6eedb",
  ink: "#3a2a1a",
  park: "#7f9a5c",
  wash: 0.42,
  districts: { yellow: "#e0ad2c", red: "#c2553f", blue: "#5a86b4", green: "#6f9e58", pink: "#d58aa3" },
};

const NIGHT: Inks = {
  paper: "#1b2c40",
  stain: "6 12 22",
  street: "#24394f",
  ink: "#d9dfe2",
  park: "#2f5a45",
  wash: 0.5,
  districts: { yellow: "#8f7326", red: "#8a4034", blue: "#3c648f", green: "#47713c", pink: "#8a5068" },
};

/** Heraldic hatching: colours are encoded by the angle of the lines; gold is dotted. */
const HATCHING: Readonly<Record<District, number | "dots">> = {
  yellow: "dots",
  red: 90,
  blue: 0,
  green: 45,
  pink: 135,
};

export function engrave(city: Table, night: boolean, closedLabel: string): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((WIDTH + PAPER.left + PAPER.right) * PIXELS);
  canvas.height = Math.round((HEIGHT + PAPER.top + PAPER.bottom) * PIXELS);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  pen.scale(PIXELS, PIXELS);
  const plate = new Plate(pen, city, night ? NIGHT : DAY);
  plate.drawPaper();
  pen.translate(PAPER.left, PAPER.top);
  plate.drawStreets();
  plate.drawLots(closedLabel);
  plate.drawLandmarks();
  plate.drawFrame();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** Deterministic noise, for irregular paper and lines. */
function accidents(): () => number {
  let seed = 1901;
  return () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
}

class Plate {
  private readonly chance = accidents();
  private readonly map: readonly (readonly string[])[];
  private readonly pen: CanvasRenderingContext2D;
  private readonly city: Table;
  private readonly inks: Inks;

  constructor(pen: CanvasRenderingContext2D, city: Table, inks: Inks) {
    this.pen = pen;
    this.city = city;
    this.inks = inks;
    this.map = printed(city);
  }

  // --- paper ----------------------------------------------------------------------------------------------------

  drawPaper(): void {
    const { pen, inks, chance } = this;
    const [width, height] = [WIDTH + PAPER.left + PAPER.right, HEIGHT + PAPER.top + PAPER.bottom];
    pen.fillStyle = inks.paper;
    pen.fillRect(0, 0, width, height);
    for (let n = 0; n < 26; n++)
      this.stain(chance() * width, chance() * height, 1 + 4 * chance(), 0.02 + 0.05 * chance());
    for (let n = 0; n < 90; n++) this.stain(chance() * width, chance() * height, 0.03 + 0.08 * chance(), 0.12);
    pen.lineWidth = 0.012;
    for (let n = 0; n < 900; n++) {
      const [x, y] = [chance() * width, chance() * height];
      pen.strokeStyle = `rgb(${inks.stain} / ${0.05 * chance()})`;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x + chance() - 0.5, y + 0.3 * (chance() - 0.5));
      pen.stroke();
    }
    const edge = 1.6;
    for (const [x0, y0, x1, y1] of [
      [0, 0, edge, 0],
      [width, 0, width - edge, 0],
      [0, 0, 0, edge],
      [0, height, 0, height - edge],
    ] as const) {
      const burn = pen.createLinearGradient(x0, y0, x1, y1);
      burn.addColorStop(0, `rgb(${inks.stain} / 0.22)`);
      burn.addColorStop(1, `rgb(${inks.stain} / 0)`);
      pen.fillStyle = burn;
      pen.fillRect(0, 0, width, height);
    }
  }

  private stain(x: number, y: number, radius: number, strength: number): void {
    const { pen, inks } = this;
    const spot = pen.createRadialGradient(x, y, 0, x, y, radius);
    spot.addColorStop(0, `rgb(${inks.stain} / ${strength})`);
    spot.addColorStop(1, `rgb(${inks.stain} / 0)`);
    pen.fillStyle = spot;
    pen.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }

  // --- streets --------------------------------------------------------------------------------------------------

  drawStreets(): void {
    const { pen, inks } = this;
    pen.save();
    pen.globalAlpha = 0.75;
    pen.fillStyle = inks.street;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.restore();
    const { streets_across: across, streets_down: down } = this.city.map;
    for (const [row, name] of Object.entries(across)) {
      const y = Number(row) - 0.5;
      const [west = "", east = west] = name.split(" / ");
      this.write(west, 3, y, 0.4);
      this.write(east, 14, y, 0.4);
      if (west === east) this.write(west, 8.5, y, 0.4);
    }
    for (const [column, name] of Object.entries(down)) {
      const x = squareOf(`${column}1`)[0] + 0.5;
      const [north = "", south = north] = name.split(" / ");
      this.write(north, x, 3.5, 0.4, -Math.PI / 2);
      this.write(south, x, 11.5, 0.4, -Math.PI / 2);
    }
    this.drawKerbs();
  }

  /** Around each block a fine line, and shade on its southern and eastern side. */
  private drawKerbs(): void {
    const { pen, inks } = this;
    for (const { x, y, width, height } of this.blocks()) {
      this.ink(0.02, 0.7);
      pen.strokeRect(x - 0.09, y - 0.09, width + 0.18, height + 0.18);
      pen.fillStyle = inks.ink;
      pen.save();
      pen.globalAlpha = 0.3;
      pen.fillRect(x + width + 0.1, y + 0.04, 0.05, height + 0.11);
      pen.fillRect(x + 0.04, y + height + 0.1, width + 0.11, 0.05);
      pen.restore();
    }
  }

  private blocks(): readonly { x: number; y: number; width: number; height: number }[] {
    const rows = Object.keys(this.city.map.streets_across).map((row) => Number(row) - 1);
    const columns = Object.keys(this.city.map.streets_down).map((column) => squareOf(`${column}1`)[0]);
    return rows.slice(0, -1).flatMap((top, n) =>
      columns.slice(0, -1).map((left, m) => ({
        x: left + 1,
        y: top + 1,
        width: (columns[m + 1] ?? left) - left - 1,
        height: (rows[n + 1] ?? top) - top - 1,
      })),
    );
  }

  // --- lots -----------------------------------------------------------------------------------------------------

  drawLots(closedLabel: string): void {
    const { city } = this;
    const closed: Square[] = [];
    for (const [name, lot] of Object.entries(city.lots)) {
      const squares = lot.squares.map(squareOf);
      for (const square of squares) this.wash(square, lot.colour, lot.closed);
      if (lot.closed) closed.push(...squares);
      const [x, y] = squares[0] ?? [0, 0];
      this.write(name, x + 0.27, y + 0.24, 0.27, 0, lot.closed ? 0.3 : 0.85);
    }
    this.drawBounds();
    if (closed.length > 0) {
      const [x, y] = middleOf(closed);
      this.write(closedLabel, x + 0.5, y + 0.5, 1.1, -0.08, 0.75);
    }
  }

  private wash([x, y]: Square, district: District, closed: boolean): void {
    const { pen, inks, chance } = this;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, 1, 1);
    pen.clip();
    pen.fillStyle = inks.paper;
    pen.fillRect(x, y, 1, 1);
    if (!closed) {
      pen.globalAlpha = inks.wash + 0.08 * (chance() - 0.5);
      pen.fillStyle = inks.districts[district];
      pen.fillRect(x, y, 1, 1);
      pen.globalAlpha = 1;
    }
    this.hatch([x, y], HATCHING[district], closed ? 0.12 : 0.3);
    pen.restore();
  }

  private hatch([x, y]: Square, angle: number | "dots", strength: number): void {
    const { pen, inks } = this;
    pen.globalAlpha = strength;
    const step = 1 / 9;
    if (angle === "dots") {
      pen.fillStyle = inks.ink;
      for (let n = 0; n < 81; n++) {
        const [column, row] = [n % 9, Math.floor(n / 9)];
        pen.fillRect(x + (column + (row % 2 ? 0.5 : 0.1)) * step, y + (row + 0.3) * step, 0.024, 0.024);
      }
      return;
    }
    this.ink(0.014, strength);
    pen.translate(x + 0.5, y + 0.5);
    pen.rotate((angle * Math.PI) / 180);
    const apart = angle % 90 === 0 ? step : step * Math.SQRT1_2 * Math.SQRT2;
    for (let n = -8; n <= 8; n++) this.line(-0.8, (n + 0.5) * apart, 0.8, (n + 0.5) * apart);
  }

  /** Between lots a firm line, within a lot a dotted one. */
  private drawBounds(): void {
    const { pen } = this;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        this.bound(this.at(x, y), this.at(x + 1, y), [x + 1, y, x + 1, y + 1]);
        this.bound(this.at(x, y), this.at(x, y + 1), [x, y + 1, x + 1, y + 1]);
      }
    }
    pen.setLineDash([]);
  }

  private bound(one: string, other: string, [x0, y0, x1, y1]: readonly [number, number, number, number]): void {
    const isLot = (name: string) => name in this.city.lots;
    if (!isLot(one) && !isLot(other)) return;
    const same = one === other;
    this.ink(same ? 0.018 : 0.045, same ? 0.45 : 0.9);
    this.pen.setLineDash(same ? [0.03, 0.06] : []);
    this.line(x0, y0, x1, y1);
  }

  private at(x: number, y: number): string {
    return this.map[y]?.[x] ?? "..";
  }

  // --- parks and the old building ----------------------------------------------------------------------------------

  drawLandmarks(): void {
    for (const [name, first] of Object.entries(this.city.map.landmarks)) {
      const squares = this.spread(squareOf(first));
      const isPark = this.at(...(squares[0] ?? [0, 0])) === "~~";
      for (const square of squares) this.plant(square, isPark);
      const [x, y] = middleOf(squares);
      const tall = new Set(squares.map(([column]) => column)).size < 2;
      if (isPark) this.writeOver(name, x + 0.5, y + 0.5, tall ? 0.26 : 0.34, tall);
      else this.write(name, x + 0.5, y + 1.32, 0.25);
    }
  }

  /** The squares of a park or building, from its first one. */
  private spread(first: Square): readonly Square[] {
    const kind = this.at(...first);
    const found: Square[] = [first];
    for (const [x, y] of found) {
      for (const next of [
        [x + 1, y],
        [x, y + 1],
      ] as const) {
        if (this.at(...next) === kind && !found.some((one) => String(one) === String(next))) found.push(next);
      }
    }
    return found;
  }

  private plant([x, y]: Square, isPark: boolean): void {
    const { pen, inks, chance } = this;
    pen.save();
    pen.globalAlpha = isPark ? 0.75 : 0.4;
    pen.fillStyle = isPark ? inks.park : inks.ink;
    pen.fillRect(x, y, 1, 1);
    pen.restore();
    if (!isPark) return;
    for (let n = 0; n < 7; n++) this.tree(x + 0.15 + 0.7 * chance(), y + 0.15 + 0.7 * chance(), 0.08 + 0.07 * chance());
  }

  private tree(x: number, y: number, radius: number): void {
    const { pen, inks } = this;
    pen.save();
    pen.globalAlpha = 0.85;
    pen.fillStyle = inks.park;
    this.ink(0.016, 0.7);
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    for (let n = 1; n < 4; n++) {
      pen.beginPath();
      pen.arc(x, y, (radius * n) / 4, -0.3, 1.5);
      pen.stroke();
    }
    pen.restore();
  }

  // --- frame ----------------------------------------------------------------------------------------------------

  drawFrame(): void {
    const { pen } = this;
    for (let x = 0; x < WIDTH; x++) {
      const letter = String.fromCharCode("a".charCodeAt(0) + x);
      this.write(letter, x + 0.5, -0.32, 0.34, 0, 0.8);
      this.write(letter, x + 0.5, HEIGHT + 0.32, 0.34, 0, 0.8);
    }
    for (let y = 0; y < HEIGHT; y++) {
      this.write(String(y + 1), -0.32, y + 0.5, 0.34, 0, 0.8);
      this.write(String(y + 1), WIDTH + 0.32, y + 0.5, 0.34, 0, 0.8);
    }
    this.ink(0.05, 0.9);
    pen.strokeRect(0, 0, WIDTH, HEIGHT);
    this.ink(0.07, 0.9);
    pen.strokeRect(
      0.25 - PAPER.left,
      0.25 - PAPER.top,
      WIDTH + PAPER.left + PAPER.right - 0.5,
      HEIGHT + PAPER.top + PAPER.bottom - 0.5,
    );
    this.ink(0.02, 0.9);
    pen.strokeRect(
      0.36 - PAPER.left,
      0.36 - PAPER.top,
      WIDTH + PAPER.left + PAPER.right - 0.72,
      HEIGHT + PAPER.top + PAPER.bottom - 0.72,
    );
    for (let field = 0; field <= this.city.goal; field++) this.drawField(field);
    this.write("New York 1901", WIDTH / 2, HEIGHT + 1.14, 0.9);
    this.drawScale(WIDTH / 2 + 4, HEIGHT + 1.14);
    this.drawCompass(2.1, HEIGHT + 1.12);
  }

  private drawField(field: number): void {
    const { pen, inks } = this;
    const [x, y] = trackField(field, this.city.goal);
    const round = field % 10 === 0;
    pen.save();
    pen.globalAlpha = round ? 0.5 : 0.55;
    pen.fillStyle = round ? inks.districts.yellow : inks.street;
    pen.fillRect(x, y, 1, 1);
    pen.restore();
    this.ink(0.022, 0.75);
    pen.strokeRect(x, y, 1, 1);
    this.write(String(field), x + 0.5, y + 0.52, round ? 0.5 : 0.36);
  }

  private drawScale(x: number, y: number): void {
    const { pen, inks } = this;
    this.ink(0.025, 0.9);
    pen.strokeRect(x, y - 0.09, 4, 0.18);
    pen.fillStyle = inks.ink;
    for (let n = 0; n < 4; n += 2) pen.fillRect(x + n, y - 0.09, 1, 0.18);
  }

  private drawCompass(x: number, y: number): void {
    const { pen, inks } = this;
    pen.fillStyle = inks.ink;
    this.ink(0.02, 0.9);
    for (let point = 0; point < 8; point++) {
      const long = point % 2 === 0 ? 0.6 : 0.36;
      pen.save();
      pen.translate(x, y);
      pen.rotate((point * Math.PI) / 4);
      pen.beginPath();
      pen.moveTo(0, -long);
      pen.lineTo(0.1, -0.1);
      pen.lineTo(0, 0);
      pen.fill();
      pen.beginPath();
      pen.moveTo(0, -long);
      pen.lineTo(-0.1, -0.1);
      pen.lineTo(0, 0);
      pen.closePath();
      pen.stroke();
      pen.restore();
    }
  }

  // --- ink ------------------------------------------------------------------------------------------------------

  private ink(width: number, strength: number): void {
    this.pen.lineWidth = width;
    this.pen.strokeStyle = this.inks.ink;
    this.pen.globalAlpha = strength;
  }

  private line(x0: number, y0: number, x1: number, y1: number): void {
    this.pen.beginPath();
    this.pen.moveTo(x0, y0);
    this.pen.lineTo(x1, y1);
    this.pen.stroke();
  }

  private write(text: string, x: number, y: number, size: number, turn = 0, strength = 0.9): void {
    const { pen, inks } = this;
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    pen.scale(size / 100, size / 100);
    pen.font = `100px "${FACE}", "Times New Roman", serif`;
    pen.letterSpacing = "8px";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.globalAlpha = strength;
    pen.fillStyle = inks.ink;
    pen.fillText(text, 4, 0);
    pen.restore();
  }

  /** On a little sheet of its own, word under word, so that trees do not run through the letters. */
  private writeOver(name: string, x: number, y: number, size: number, tall: boolean): void {
    const lines = tall ? [name] : name.split(" ");
    const { pen, inks } = this;
    pen.save();
    pen.translate(x, y);
    if (tall) pen.rotate(-Math.PI / 2);
    const wide = Math.max(...lines.map((line) => line.length)) * size * 0.6;
    const high = lines.length * size * 1.05;
    pen.globalAlpha = 0.8;
    pen.fillStyle = inks.street;
    pen.fillRect(-wide / 2, -high / 2, wide, high);
    pen.globalAlpha = 1;
    for (const [n, line] of lines.entries()) this.write(line, 0, (n + 0.5) * size * 1.05 - high / 2, size);
    pen.restore();
  }
}
