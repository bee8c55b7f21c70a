/** The card of New York 1901: an aged street map with houses of brick, limestone and copper. */

import type { Card } from "../../shared/cards";
import { Block, backToFront, Lowered, line, outline, Picture, Roof, Shadow, shade } from "../../shared/isometric";

const BRICK = "#a4553c";
const DARK_BRICK = "#7d3f2f";
const LIMESTONE = "#d9ccb0";
const COPPER = "#6f9f8d";
const INK = "#6b5334";

type House = {
  x: number;
  y: number;
  width: number;
  depth: number;
  height: number;
  colour: string;
  top?: "copper" | "steps" | "spire";
};
const HOUSES: readonly House[] = [
  { x: -3.6, y: -2.6, width: 1.8, depth: 0.9, height: 1.1, colour: BRICK },
  { x: -3.6, y: -1.6, width: 0.9, depth: 0.9, height: 1.9, colour: LIMESTONE, top: "copper" },
  { x: -2.6, y: -1.6, width: 0.8, depth: 0.9, height: 1.2, colour: DARK_BRICK },
  { x: -1.2, y: -2.6, width: 0.9, depth: 1.9, height: 2.5, colour: LIMESTONE, top: "steps" },
  { x: -0.2, y: -2.6, width: 0.9, depth: 0.9, height: 1.3, colour: BRICK },
  { x: -0.2, y: -1.6, width: 0.9, depth: 0.9, height: 0.8, colour: DARK_BRICK },
  { x: 1.3, y: -2.6, width: 1.6, depth: 0.9, height: 1.5, colour: DARK_BRICK },
  { x: 1.3, y: -1.6, width: 0.8, depth: 0.9, height: 2.6, colour: BRICK, top: "copper" },
  { x: 2.2, y: -1.6, width: 0.8, depth: 0.9, height: 0.9, colour: LIMESTONE },
  { x: -3.6, y: 0, width: 0.9, depth: 1.8, height: 1.2, colour: LIMESTONE },
  { x: -2.6, y: 0, width: 0.8, depth: 0.8, height: 2.2, colour: BRICK, top: "copper" },
  { x: -2.6, y: 0.9, width: 0.8, depth: 0.9, height: 0.8, colour: DARK_BRICK },
  { x: -1.2, y: 0, width: 1, depth: 1, height: 2.7, colour: BRICK, top: "spire" },
  { x: -0.1, y: 0, width: 0.8, depth: 1.8, height: 1.4, colour: LIMESTONE },
  { x: -1.2, y: 1.1, width: 1, depth: 0.7, height: 0.9, colour: DARK_BRICK },
  { x: 1.3, y: 0, width: 1.6, depth: 0.8, height: 1.1, colour: BRICK },
  { x: 1.3, y: 0.9, width: 0.8, depth: 0.9, height: 1.7, colour: LIMESTONE, top: "steps" },
];

function Rooftop({ x, y, width, depth, height, top }: House) {
  const size = Math.min(width, depth);
  const middle = { x: x + (width - size) / 2, y: y + (depth - size) / 2, z: height };
  if (top === "copper") return <Roof {...middle} size={size} height={0.75} colour={COPPER} />;
  if (top === "spire") {
    return (
      <>
        <Block x={x + 0.2} y={y + 0.2} z={height} width={0.6} depth={0.6} height={0.5} colour={LIMESTONE} />
        <Roof x={x + 0.15} y={y + 0.15} z={height + 0.5} size={0.7} height={1.3} colour={COPPER} />
      </>
    );
  }
  if (top === "steps") {
    const inner = { x: x + 0.18, y: y + 0.18, width: width - 0.36, depth: depth - 0.36 };
    return <Block {...inner} z={height} height={0.45} colour={LIMESTONE} windows={panes(inner, 0.45, LIMESTONE)} />;
  }
  return <Block x={x + 0.15} y={y + 0.15} z={height} width={0.3} depth={0.3} height={0.22} colour={DARK_BRICK} />;
}

function panes({ width }: { width: number }, height: number, colour: string) {
  return { rows: Math.max(1, Math.round(height / 0.32)), columns: width > 1.2 ? 6 : 3, colour: shade(colour, -0.42) };
}

function Building(house: House) {
  const { x, y, width, depth, height, colour } = house;
  return (
    <>
      <Block
        {...{ x, y, width, depth, height, colour }}
        windows={panes(house, height, colour)}
        edge={shade(colour, -0.5)}
      />
      <Block
        {...{ x: x - 0.04, y: y - 0.04, width: width + 0.08, depth: depth + 0.08, z: height - 0.04 }}
        height={0.07}
        colour={shade(colour, 0.25)}
      />
      <Rooftop {...house} />
    </>
  );
}

/** Streets as an engraver draws them, and the lots that are still for sale. */
function StreetMap() {
  const blocks = [-3.75, -1.35, 1.15].flatMap((x) => [-2.75, -0.15].map((y) => ({ x, y })));
  const hatching = Array.from({ length: 46 }, (_, n) => line([-6 + n * 0.28, 2.9, 0], [-6.9 + n * 0.28, 4.6, 0]));
  return (
    <>
      <path d={hatching.join("")} stroke={INK} strokeWidth={0.35} opacity={0.5} />
      <path d={line([-7, 2.8, 0], [7, 2.8, 0])} stroke={INK} strokeWidth={1} />
      {blocks.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <path
            d={outline([x, y, 0], [x + 2.1, y, 0], [x + 2.1, y + 2.1, 0], [x, y + 2.1, 0])}
            fill="#e9d7ae"
            stroke={INK}
            strokeWidth={0.9}
          />
          <path
            d={line([x + 1.05, y, 0], [x + 1.05, y + 2.1, 0]) + line([x, y + 1.05, 0], [x + 2.1, y + 1.05, 0])}
            stroke={INK}
            strokeWidth={0.4}
            strokeDasharray="2 1.5"
          />
        </g>
      ))}
      {[-6.2, 3.65].map((x) =>
        [-2.75, -0.15].map((y) => (
          <path
            key={`${x} ${y}`}
            d={outline([x, y, 0], [x + 2.1, y, 0], [x + 2.1, y + 2.1, 0], [x, y + 2.1, 0])}
            fill="none"
            stroke={INK}
            strokeWidth={0.7}
            opacity={0.6}
          />
        )),
      )}
    </>
  );
}

function City() {
  return (
    <Picture ground="#d8c294" zoom={1.12}>
      <StreetMap />
      {HOUSES.map(({ x, y, width, depth, height }) => (
        <Shadow key={`${x} ${y}`} {...{ x, y, width, depth, height }} />
      ))}
      {backToFront(HOUSES).map((house, order) => (
        <Lowered key={`${house.x} ${house.y}`} order={order * 2}>
          <Building {...house} />
        </Lowered>
      ))}
    </Picture>
  );
}

export default { order: 4, Picture: City } satisfies Card;
