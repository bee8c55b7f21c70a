/** The card of Skyliners: a plaster model in its box, the edges in the colours of the players. */

import type { Card } from "../../shared/cards";
import { Block, backToFront, Lowered, line, outline, Picture, Roof, Shadow, shade, Tree } from "../../shared/isometric";

const PLASTER = "#f1ece1";
const RED = "#c8442e";
const BLUE = "#2f6fb5";
const YELLOW = "#e3b012";
const GREEN = "#2e8b57";
const FLOOR = 0.62;
const INSET = 0.12;

/** What stands on each site, from the ground up; a lower-case letter is a roof. */
const CITY = [
  ["WB", "WRR", "WWYWB", "G", "WGb"],
  ["RY", "WBWYr", "W", "WRGR", "B"],
  ["WWGG", "Y", "park", "WB", "YWWg"],
  ["B", "WGW", "RB", "WYWB", "W"],
  ["WR", "", "WWy", "B", "RY"],
];
const COLOURS: Record<string, string> = { W: "#fbf8f1", R: RED, B: BLUE, Y: YELLOW, G: GREEN };
const ORIGIN = -2.5;

function Tower({ x, y, plan }: { x: number; y: number; plan: string }) {
  return (
    <>
      {[...plan].map((piece, level) => {
        const colour = COLOURS[piece.toUpperCase()] ?? PLASTER;
        const z = level * FLOOR;
        const place = { x: x + INSET, y: y + INSET };
        if (piece !== piece.toUpperCase()) {
          return <Roof key={z} {...place} z={z} size={1 - 2 * INSET} height={0.55} colour={colour} />;
        }
        const windows = { rows: 1, columns: 3, colour: shade(colour, -0.24) };
        const size = { width: 1 - 2 * INSET, depth: 1 - 2 * INSET, height: FLOOR };
        return <Block key={z} {...place} z={z} {...size} colour={colour} windows={windows} />;
      })}
    </>
  );
}

function Park({ x, y }: { x: number; y: number }) {
  return (
    <>
      <Block x={x + INSET} y={y + INSET} width={0.76} depth={0.76} height={0.1} colour="#8fb573" />
      <Tree x={x + 0.35} y={y + 0.4} z={0.1} />
      <Tree x={x + 0.7} y={y + 0.45} z={0.1} />
      <Tree x={x + 0.45} y={y + 0.75} z={0.1} />
    </>
  );
}

function Box() {
  const [low, high, rim] = [-2.95, 2.95, 0.3];
  const wall = { height: 0.55, z: -0.25, edge: "#00000018" };
  return {
    back: (
      <>
        <path
          d={outline([low, low, -0.25], [high, low, -0.25], [high, high, -0.25], [low, high, -0.25])}
          fill="#e6dfd0"
        />
        <Block {...wall} x={low - rim} y={low - rim} width={high - low + 2 * rim} depth={rim} colour={GREEN} />
        <Block {...wall} x={low - rim} y={low} width={rim} depth={high - low} colour={YELLOW} />
        <path
          d={outline([low, low, -0.25], [high, low, -0.25], [high, high, -0.25], [low, high, -0.25])}
          fill={PLASTER}
        />
      </>
    ),
    front: (
      <>
        <Block {...wall} x={high} y={low} width={rim} depth={high - low} colour={BLUE} />
        <Block {...wall} x={low - rim} y={high} width={high - low + 2 * rim} depth={rim} colour={RED} />
      </>
    ),
  };
}

function Streets() {
  const lines = [0, 1, 2, 3, 4, 5].flatMap((n) => [
    line([ORIGIN + n, ORIGIN, -0.25], [ORIGIN + n, -ORIGIN, -0.25]),
    line([ORIGIN, ORIGIN + n, -0.25], [-ORIGIN, ORIGIN + n, -0.25]),
  ]);
  return <path d={lines.join("")} stroke="#d2c9b8" strokeWidth={1} fill="none" />;
}

function City() {
  const box = Box();
  const sites = CITY.flatMap((row, y) => row.map((plan, x) => ({ x: ORIGIN + x, y: ORIGIN + y, plan })));
  const towers = backToFront(sites);
  return (
    <Picture ground="#e9dfcb" zoom={1.14}>
      {box.back}
      <Streets />
      {towers.map(({ x, y, plan }) => (
        <Shadow key={`${x} ${y}`} x={x + INSET} y={y + INSET} width={0.76} depth={0.76} height={plan.length * FLOOR} />
      ))}
      {towers.map(({ x, y, plan }, order) => (
        <Lowered key={`${x} ${y}`} order={order}>
          {plan === "park" ? <Park x={x} y={y} /> : <Tower x={x} y={y} plan={plan} />}
        </Lowered>
      ))}
      {box.front}
    </Picture>
  );
}

export default { order: 1, Picture: City } satisfies Card;
