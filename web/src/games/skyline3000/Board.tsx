/** The moon: dust and craters under the stars, nine plates with foundations outlined in light, the factory in front. */

import { useEffect, useMemo } from "react";
import {
  BufferGeometry,
  CanvasTexture,
  Float32BufferAttribute,
  Shape as Outline,
  Path,
  ShapeGeometry,
  SRGBColorSpace,
} from "three";
import { type Colour, colourOf } from "../../shared/seats";
import { PAINTS } from "../../table/facades";
import type { BoardProps, Place, Vector, Words } from "../../table/game";
import { Label } from "../../table/Label";
import { Marks } from "../../table/Marks";
import { block as plate } from "../../table/shapes";
import {
  BLOCK_SIZE,
  blockAt,
  cityOf,
  FACTORY_AT,
  FACTORY_SIZE,
  FOUNDATION,
  LARGE_FOUNDATION,
  largeAt,
  PLATE,
  padPlaces,
  padsOf,
  SIGN_DEPTH,
  smallAt,
  squeezeOf,
} from "./city";
import { type Block, type District, type Shape, type Skyline3000View, shownSeat } from "./view";

/** Light in the colours of the districts. */
const LIGHT: Readonly<Record<District, string>> = { red: "#ff7a68", yellow: "#ffd45e", blue: "#62b6ff" };
const DUST = { day: "#6c7488", night: "#39425a" };
const METAL = { day: "#2b3348", night: "#1a2235" };

export function Board({ view, words, night }: BoardProps<Skyline3000View>) {
  const metal = night ? METAL.night : METAL.day;
  return (
    <group>
      <Stars />
      <Ground colour={night ? DUST.night : DUST.day} />
      <Plates names={Object.keys(view.table.blocks)} colour={metal} />
      <Foundations view={view} />
      {Object.entries(view.table.blocks).map(([name, block]) => (
        <Sign key={name} name={name} block={block} words={words} scored={isScored(view)} />
      ))}
      <FactoryFloor view={view} words={words} colour={metal} />
    </group>
  );
}

// --- the moon -----------------------------------------------------------------------------------------------------

const CENTRE: Vector = [0, 0, 1.4];
const RADIUS = 12.4;

function Ground({ colour }: { colour: string }) {
  const dust = useMemo(() => drawDust(colour), [colour]);
  useEffect(() => () => dust.dispose(), [dust]);
  return (
    <group position={CENTRE}>
      <mesh position-y={-0.51}>
        <cylinderGeometry args={[RADIUS, RADIUS - 1.2, 1, 72, 1, true]} />
        <meshStandardMaterial color={colour} roughness={1} />
      </mesh>
      <mesh position-y={-0.01} rotation-x={-Math.PI / 2} receiveShadow>
        <circleGeometry args={[RADIUS, 72]} />
        <meshStandardMaterial map={dust} roughness={1} />
      </mesh>
    </group>
  );
}

const DUST_SIZE = 1024;
const CRATERS = 240;

/** Craters of all sizes, lit from the left like the city. Deterministic. */
function drawDust(colour: string): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = DUST_SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  pen.fillStyle = colour;
  pen.fillRect(0, 0, DUST_SIZE, DUST_SIZE);
  const scattered = (n: number, step: number) => (n * step) % 1;
  for (let n = 0; n < CRATERS; n++) {
    const [x, y] = [DUST_SIZE * scattered(n, 0.754877), DUST_SIZE * scattered(n, 0.569841)];
    drawCrater(pen, x, y, 2 + 34 * scattered(n, 0.618034) ** 6);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function drawCrater(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  const slope = pen.createLinearGradient(x - radius, y + radius, x + radius, y - radius);
  slope.addColorStop(0, "rgb(0 0 0 / 0.32)");
  slope.addColorStop(1, "rgb(255 255 255 / 0.10)");
  pen.fillStyle = slope;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = "rgb(255 255 255 / 0.10)";
  pen.lineWidth = 1 + radius / 8;
  pen.stroke();
}

const STARS = 420;

/** Deterministic. */
function Stars() {
  const geometry = useMemo(() => {
    const points = new Float32Array(3 * STARS);
    for (let n = 0; n < STARS; n++) {
      const [around, up] = [n * 2.399963, 1 - (2 * (n + 0.5)) / STARS];
      const across = Math.sqrt(1 - up * up);
      const far = 60 + 25 * Math.sin(n * 12.9898);
      points.set([Math.cos(around) * across * far, up * far, Math.sin(around) * across * far], 3 * n);
    }
    return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  }, []);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <points geometry={geometry} frustumCulled={false}>
      <pointsMaterial color="#cfdcff" size={1.6} sizeAttenuation={false} transparent opacity={0.7} />
    </points>
  );
}

// --- blocks -------------------------------------------------------------------------------------------------------

function Plates({ names, colour }: { names: readonly string[]; colour: string }) {
  const geometry = useMemo(() => plate(BLOCK_SIZE[0], PLATE, BLOCK_SIZE[2] + SIGN_DEPTH, 0.05), []);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return names.map((name) => {
    const [x, , z] = blockAt(name);
    return (
      <mesh key={name} geometry={geometry} position={[x, 0, z + SIGN_DEPTH / 2]} receiveShadow castShadow>
        <meshStandardMaterial color={colour} roughness={0.8} />
      </mesh>
    );
  });
}

/** Bright where one can still build, dim where something stands. */
function Foundations({ view }: { view: Skyline3000View }) {
  const groups = useMemo(() => outlines(view), [view]);
  return groups.map(({ key, places, district, dim }) => (
    <Marks key={key} places={places} colour={LIGHT[district]} opacity={dim ? 0.28 : 0.95} width={0.07} />
  ));
}

function outlines(view: Skyline3000View) {
  const city = cityOf(view);
  return (["red", "yellow", "blue"] as const).flatMap((district) =>
    [false, true].map((dim) => ({
      key: `${district} ${dim}`,
      district,
      dim,
      places: Object.entries(view.table.blocks)
        .filter(([, block]) => block.district === district)
        .flatMap(([name, block]) => [
          ...(city[name] ?? []).flatMap((one, n) =>
            dim === (one !== null) ? [square(smallAt(name, n), FOUNDATION)] : [],
          ),
          ...(dim === (block.large !== null) ? [square(largeAt(name), LARGE_FOUNDATION)] : []),
        ]),
    })),
  );
}

const square = (at: Vector, side: number): Place => ({ key: at.join(), label: "", at, size: [side, 0, side] });

interface SignProps {
  readonly name: string;
  readonly block: Block;
  readonly words: Words;
  /** Just scored: points instead of floors. */
  readonly scored: boolean;
}

const isScored = ({ table }: Skyline3000View) => table.phase === "supply" || table.phase === "over";

/** In front of a block: its name, what can be built there next, and how many floors everybody has. */
function Sign({ name, block, words, scored }: SignProps) {
  const [x, y, z] = blockAt(name);
  const light = LIGHT[block.district];
  const left = x - BLOCK_SIZE[0] / 2;
  const line = z + BLOCK_SIZE[2] / 2 + 0.28;
  return (
    <group>
      <Label text={name} at={[left + 0.42, y + 0.01, line + 0.2]} height={0.8} colour={light} weight={750} />
      {block.shapes.map((shape, n) => (
        <RoofSign key={shape} shape={shape} at={[left + 1.2 + 0.62 * n, y + 0.01, line]} colour={light} />
      ))}
      <Label
        text={block.heights.join("–")}
        at={[left + 1.2 + 0.62 * block.shapes.length, y + 0.01, line]}
        height={0.5}
        colour="#ffffff"
      />
      {block.standing.map(({ seat, floors, points }, n) => (
        <Label
          key={seat}
          text={`${words.seats[seat]?.letter}${scored ? `+${points}` : ` ${floors}`}`}
          at={[left + 1.32 + Math.min(1.05, 3.05 / block.standing.length) * n, y + 0.01, line + 0.46]}
          height={block.standing.length > 3 ? 0.44 : 0.52}
          colour={textPaint(colourOf(words, seat))}
        />
      ))}
    </group>
  );
}

/** Purple and green are too dark for letters on dark metal. */
const ON_METAL: Readonly<Partial<Record<Colour, string>>> = { purple: "#c39be8", green: "#6fcf97" };

const textPaint = (colour: Colour): string => ON_METAL[colour] ?? PAINTS[colour];

function RoofSign({ shape, at, colour }: { shape: Shape; at: Vector; colour: string }) {
  const geometry = useMemo(() => new ShapeGeometry(ROOF_OUTLINES[shape]()).rotateX(-Math.PI / 2), [shape]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <mesh geometry={geometry} position={at}>
      <meshBasicMaterial color={colour} toneMapped={false} />
    </mesh>
  );
}

const ROOF_OUTLINES: Readonly<Record<Shape, () => Outline>> = {
  barrel: () =>
    new Outline(
      new Path().moveTo(-0.22, -0.14).absarc(0, -0.08, 0.22, Math.PI, 0, true).lineTo(0.22, -0.14).getPoints(12),
    ),
  gable: () => new Outline(new Path().moveTo(-0.24, -0.14).lineTo(0, 0.16).lineTo(0.24, -0.14).getPoints()),
};

// --- the factory --------------------------------------------------------------------------------------------------

interface FactoryProps {
  readonly view: Skyline3000View;
  readonly words: Words;
  readonly colour: string;
}

function FactoryFloor({ view, words, colour }: FactoryProps) {
  const title = words.say("web_skyline3000.factory_of", { player: words.name(shownSeat(view)) });
  const pads = useMemo(() => padPlaces(view, words), [view, words]);
  const free = pads.find(({ key }) => key === "new");
  const squeezed = padsOf(view).filter((pad) => squeezeOf(pad) < 1);
  const [x, y, z] = FACTORY_AT;
  const [width, , depth] = FACTORY_SIZE;
  const deck = useMemo(() => plate(FACTORY_SIZE[0], 0.16, FACTORY_SIZE[2], 0.07), []);
  useEffect(() => () => deck.dispose(), [deck]);
  const edge: Place = { key: "deck", label: "", at: [x, y, z], size: [width - 0.1, 0, depth - 0.1] };
  return (
    <group>
      <mesh geometry={deck} position={[x, y - 0.16, z]} receiveShadow castShadow>
        <meshStandardMaterial color={colour} roughness={0.7} />
      </mesh>
      <Marks places={[edge, ...pads]} colour="#ffe2a8" opacity={0.5} width={0.04} />
      {squeezed.map(({ key, height, first, step, count }) => (
        <Label
          key={key}
          text={`${height}`}
          at={[first + ((count - 1) / 2) * step, y + 0.01, z + 0.36]}
          height={0.3}
          colour="#ffe2a8"
        />
      ))}
      {free && <Label text="+" at={[free.at[0], y + 0.02, free.at[2]]} height={0.9} colour="#ffe2a8" weight={400} />}
      <Label text={title} at={[x, y + 0.01, z + depth / 2 - 0.22]} height={0.36} colour="#ffe2a8" />
    </group>
  );
}
