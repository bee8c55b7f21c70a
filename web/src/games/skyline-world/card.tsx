/** The card of Skyline of the World: a map of Manhattan on cork, with floors of bright acrylic and price tags. */

import type { Card } from "../../shared/cards";
import {
  Block,
  backToFront,
  chance,
  Lowered,
  line,
  outline,
  Picture,
  type Point,
  Shadow,
  shade,
} from "../../shared/isometric";

const YELLOW = "#e3b012";
const PURPLE = "#7a4fa3";
const BLUE = "#2f6fb5";
const RED = "#c8442e";
const NEUTRAL = "#f4efe4";
const FLOOR = 0.42;
const SIZE = 0.86;

type Site = { x: number; y: number; floors: readonly string[]; price?: number };
const SITES: readonly Site[] = [
  { x: -3.3, y: -2.1, floors: [NEUTRAL, BLUE, RED], price: 3 },
  { x: -2.1, y: -2.3, floors: [NEUTRAL, YELLOW, PURPLE, BLUE, RED, YELLOW] },
  { x: -0.9, y: -2.2, floors: [NEUTRAL, RED], price: 2 },
  { x: 0.3, y: -1.9, floors: [NEUTRAL, PURPLE, YELLOW, RED, PURPLE] },
  { x: -3.1, y: -0.8, floors: [NEUTRAL, RED, YELLOW, BLUE] },
  { x: -1.9, y: -0.9, floors: [NEUTRAL, BLUE, PURPLE] },
  { x: -0.7, y: -0.8, floors: [NEUTRAL, YELLOW, BLUE, PURPLE, YELLOW, RED, BLUE] },
  { x: 0.5, y: -0.5, floors: [NEUTRAL, RED, BLUE] },
  { x: 1.7, y: -0.3, floors: [NEUTRAL, YELLOW], price: 4 },
  { x: -1.7, y: 0.5, floors: [NEUTRAL, PURPLE, RED, YELLOW] },
  { x: -0.5, y: 0.6, floors: [NEUTRAL, RED] },
  { x: 0.7, y: 0.8, floors: [NEUTRAL, BLUE, YELLOW, PURPLE, RED] },
  { x: 1.9, y: 1, floors: [NEUTRAL, PURPLE, BLUE] },
  { x: 3, y: 1.4, floors: [NEUTRAL], price: 1 },
];

const SHORE: readonly Point[] = [
  [-4.4, -2.9, 0],
  [-3.4, -3.3, 0],
  [-1, -3.2, 0],
  [1.3, -2.7, 0],
  [3, -1, 0],
  [4.6, 1, 0],
  [4.8, 2.3, 0],
  [4, 2.7, 0],
  [2, 2.5, 0],
  [-0.2, 2.3, 0],
  [-2.6, 2.1, 0],
  [-3.8, 0.7, 0],
  [-4.6, -1.2, 0],
];

function Cork() {
  const grains = Array.from({ length: 190 }, (_, n) => ({
    x: chance(n, 1) * 310 - 155,
    y: chance(n, 2) * 210 - 122,
    size: 0.6 + chance(n, 3) * 1.4,
    dark: chance(n, 4) < 0.6,
  }));
  return grains.map((grain) => (
    <ellipse
      key={grain.x}
      cx={grain.x}
      cy={grain.y}
      rx={grain.size}
      ry={grain.size * 0.6}
      fill={grain.dark ? "#8f6238" : "#e0b587"}
      opacity={0.45}
    />
  ));
}

function Island() {
  const streets = [
    ...[-2.45, -1.15, 0.2].map((y) => line([-4.2, y, 0], [3.4, y + 0.9, 0])),
    ...[-2.25, -1.05, 0.15, 1.35, 2.6].map((x) => line([x, -2.9, 0], [x + 0.25, 2.3, 0])),
    line([-3.9, -2.7, 0], [4.4, 2.4, 0]),
  ];
  return (
    <>
      <path d={outline(...SHORE)} fill="#f3e9d2" stroke="#fffaf0" strokeWidth={3} strokeLinejoin="round" />
      <clipPath id="shore">
        <path d={outline(...SHORE)} />
      </clipPath>
      <path clipPath="url(#shore)" d={streets.join("")} stroke="#d5c29d" strokeWidth={1.1} fill="none" />
      <path d={outline([-3.7, 0.2, 0], [-2.3, 0.35, 0], [-2.2, 1.5, 0], [-3.1, 1.35, 0])} fill="#a9bd7f" />
    </>
  );
}

function PriceTag({ x, y, z, price }: { x: number; y: number; z: number; price: number }) {
  const across = (x - y) * 20 * Math.cos(Math.PI / 6);
  const down = ((x + y) / 2 - z) * 20;
  return (
    <g transform={`translate(${across} ${down})`}>
      <path d="M0 0V-15" stroke="#5a4632" strokeWidth={1} />
      <path d="M-8 -26H5L10 -20.500L5 -15H-8Z" fill="#fffdf6" stroke="#5a4632" strokeWidth={0.8} />
      <text x={-1} y={-17.4} fontSize={8.5} fontWeight={700} textAnchor="middle" fill="#3d2f20">
        {price}
      </text>
    </g>
  );
}

function Tower({ x, y, floors, price }: Site) {
  return (
    <>
      {floors.map((colour, level) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: floors never change places
          key={level}
          x={x}
          y={y}
          z={level * FLOOR}
          width={SIZE}
          depth={SIZE}
          height={FLOOR}
          colour={colour}
          top={shade(colour, 0.32)}
          opacity={level === 0 ? 1 : 0.9}
          edge={shade(colour, 0.5)}
          windows={{ rows: 1, columns: 4, colour: shade(colour, 0.22) }}
        />
      ))}
      {price !== undefined && <PriceTag x={x + 0.43} y={y + 0.43} z={floors.length * FLOOR} price={price} />}
    </>
  );
}

function City() {
  return (
    <Picture ground="#c9965f" backdrop={<Cork />} zoom={1.08}>
      <Island />
      {SITES.map(({ x, y, floors }) => (
        <Shadow key={`${x} ${y}`} x={x} y={y} width={SIZE} depth={SIZE} height={floors.length * FLOOR} />
      ))}
      {backToFront(SITES).map((site, order) => (
        <Lowered key={`${site.x} ${site.y}`} order={order * 2}>
          <Tower {...site} />
        </Lowered>
      ))}
    </Picture>
  );
}

export default { order: 3, Picture: City } satisfies Card;
