/** The card of Skyline 3000: a city on a moon, by night: warm windows, foundations outlined in light. */

import type { Card } from "../../shared/cards";
import {
  Block,
  type BlockShape,
  backToFront,
  chance,
  Lowered,
  line,
  outline,
  Picture,
  shade,
  Tree,
} from "../../shared/isometric";

const ORANGE = "#e0792b";
const PURPLE = "#8a5fb8";
const GREEN = "#2e9b63";
const WHITE = "#dcd9d2";
const LAMP = "#ffd98a";
const GLOW = ["#e8694f", "#f0c24b", "#5aa9f0"]; // the three districts

type Building = { x: number; y: number; size: number; floors: number; colour: string };
const BUILDINGS: readonly Building[] = [
  { x: -2.9, y: -2.9, size: 1.5, floors: 4, colour: PURPLE },
  { x: -1.1, y: -2.9, size: 0.9, floors: 3, colour: WHITE },
  { x: -2.9, y: -1.1, size: 0.9, floors: 2, colour: GREEN },
  { x: 0.3, y: -2.9, size: 0.9, floors: 2, colour: ORANGE },
  { x: 1.4, y: -2.9, size: 1.5, floors: 5, colour: ORANGE },
  { x: 2, y: -1.1, size: 0.9, floors: 3, colour: PURPLE },
  { x: 0.3, y: -1.1, size: 0.9, floors: 4, colour: GREEN },
  { x: -2.9, y: 0.3, size: 0.9, floors: 3, colour: ORANGE },
  { x: -2.9, y: 1.4, size: 1.5, floors: 4, colour: WHITE },
  { x: -1.1, y: 0.3, size: 0.9, floors: 2, colour: PURPLE },
  { x: 0.3, y: 0.3, size: 1.5, floors: 3, colour: PURPLE },
  { x: 2.1, y: 0.9, size: 0.9, floors: 1, colour: WHITE },
  { x: 0.9, y: 2.1, size: 0.9, floors: 2, colour: ORANGE },
];
const BLOCKS = [
  { x: -3.1, y: -3.1, colour: 0 },
  { x: 0.1, y: -3.1, colour: 1 },
  { x: -3.1, y: 0.1, colour: 2 },
  { x: 0.1, y: 0.1, colour: 0 },
];
const FLOOR = 0.56;

function Tower({ x, y, size, floors, colour }: Building) {
  const storeys: BlockShape[] = Array.from({ length: floors }, (_, level) => ({
    x,
    y,
    z: level * FLOOR,
    width: size,
    depth: size,
    height: FLOOR,
    colour: shade(colour, -0.38),
    top: shade(colour, -0.18),
    windows: { rows: 1, columns: size > 1 ? 5 : 3, colour: shade(colour, -0.62), lit: LAMP, share: 0.55 },
  }));
  const top = floors * FLOOR;
  return (
    <>
      {storeys.map((storey) => (
        <Block key={storey.z} {...storey} />
      ))}
      {size > 1 && (
        <Block x={x + 0.5} y={y + 0.5} z={top} width={0.5} depth={0.5} height={0.2} colour={shade(colour, -0.3)} />
      )}
      {size > 1 && floors > 3 && (
        <>
          <path
            d={line([x + 0.75, y + 0.75, top], [x + 0.75, y + 0.75, top + 0.6])}
            stroke="#9fb3c8"
            strokeWidth={1.2}
          />
          <path
            d={line([x + 0.75, y + 0.75, top + 0.6], [x + 0.75, y + 0.75, top + 0.66])}
            stroke="#ff6a55"
            strokeWidth={3}
            strokeLinecap="round"
          />
        </>
      )}
    </>
  );
}

function Sky() {
  const stars = Array.from({ length: 70 }, (_, n) => ({
    x: chance(n, 1) * 320 - 160,
    y: chance(n, 2) * 120 - 130,
    size: 0.35 + chance(n, 3) * 0.7,
  }));
  return (
    <>
      {stars.map((star) => (
        <circle key={star.x} cx={star.x} cy={star.y} r={star.size} fill="#dfe9ff" opacity={0.75} />
      ))}
      <circle cx={-98} cy={-76} r={27} fill="#3d5c8f" />
      <path d="M-98 -103A27 27 0 0 1 -98 -49A36 27 0 0 0 -98 -103Z" fill="#86a9d8" opacity={0.55} />
      <ellipse
        cx={-98}
        cy={-76}
        rx={43}
        ry={8}
        fill="none"
        stroke="#c7b08a"
        strokeWidth={2.4}
        opacity={0.75}
        transform="rotate(-16 -98 -76)"
      />
      <path d="M-125 -76A27 27 0 0 1 -71 -76A45 20 0 0 0 -125 -76Z" fill="#3d5c8f" transform="rotate(-16 -98 -76)" />
    </>
  );
}

function Foundations() {
  return (
    <>
      {BLOCKS.map(({ x, y, colour }) => (
        <path
          key={`${x} ${y}`}
          d={outline([x, y, 0], [x + 3, y, 0], [x + 3, y + 3, 0], [x, y + 3, 0])}
          fill={GLOW[colour]}
          fillOpacity={0.07}
          stroke={GLOW[colour]}
          strokeWidth={1.3}
        />
      ))}
      {BUILDINGS.map(({ x, y, size }) => (
        <path
          key={`${x} ${y}`}
          d={outline(
            [x - 0.08, y - 0.08, 0],
            [x + size + 0.08, y - 0.08, 0],
            [x + size + 0.08, y + size + 0.08, 0],
            [x - 0.08, y + size + 0.08, 0],
          )}
          fill="none"
          stroke="#bfe3ff"
          strokeWidth={0.8}
          opacity={0.8}
        />
      ))}
    </>
  );
}

function City() {
  const rim = 3.6;
  return (
    <Picture ground="#0b1526" backdrop={<Sky />} zoom={1.06}>
      <ellipse cx={0} cy={22} rx={190} ry={88} fill="#1d2b42" />
      <ellipse cx={-104} cy={36} rx={15} ry={6} fill="#16233a" />
      <ellipse cx={118} cy={24} rx={11} ry={4.5} fill="#16233a" />
      <ellipse cx={84} cy={66} rx={17} ry={6} fill="#16233a" />
      <path d={outline([-rim, -rim, 0], [rim, -rim, 0], [rim, rim, 0], [-rim, rim, 0])} fill="#24344e" />
      <Foundations />
      <Tree x={-0.6} y={2.6} colour="#3f9b78" />
      <Tree x={-0.2} y={2.2} colour="#3f9b78" />
      {backToFront(BUILDINGS).map((building, order) => (
        <Lowered key={`${building.x} ${building.y}`} order={order * 2}>
          <Tower {...building} />
        </Lowered>
      ))}
    </Picture>
  );
}

export default { order: 2, Picture: City } satisfies Card;
