/** A cork map of Manhattan in a wooden frame, with what is drawn and pinned on it: groups, claims, figures, price tags. */

import { useEffect, useMemo } from "react";
import { type BufferGeometry, CircleGeometry, DoubleSide, RingGeometry } from "three";
import { colourOf } from "../../shared/seats";
import { PAINTS } from "../../table/facades";
import type { BoardProps, Words } from "../../table/game";
import { together } from "../../table/shapes";
import { useFigure } from "./figure";
import { outlines } from "./groups";
import { drawMap, LENGTH, WIDTH } from "./map";
import {
  at,
  type Built,
  type Figure,
  type Group,
  heightOf,
  KINDS,
  PLOT,
  type SkylineWorldView,
  sitesOf,
  stack,
} from "./model";
import { PriceTag } from "./PriceTag";
import { floorKey } from "./words";

const FRAME = 0.22;
const INK = "#1f2a37";

export function Board({ view, words, night, wide, chosen }: BoardProps<SkylineWorldView>) {
  const figure = useFigure((state) => state.figure);
  const prices = pricesOf(view, chosen);
  return (
    <group>
      <Ground view={view} night={night} wide={wide} />
      {view.table.groups.map((groups, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <Groups key={seat} groups={groups} colour={paintOf(seat, words)} />
      ))}
      {Object.entries(view.table.claims).map(([site, seat]) => (
        <Claim key={site} site={site} colour={paintOf(seat, words)} />
      ))}
      {figure && <FigureMarks figure={figure} view={view} words={words} />}
      {prices.length > 0
        ? prices.map((built) => <Price key={built.site} built={built} view={view} words={words} />)
        : view.player !== null && !figure && <Incomes view={view} words={words} />}
    </group>
  );
}

// --- the map ------------------------------------------------------------------------------------------------------

function Ground({ view, night, wide }: Pick<BoardProps<SkylineWorldView>, "view" | "night" | "wide">) {
  const sites = sitesOf(view).join();
  const orange = view.table.orange.join();
  const texture = useMemo(() => drawMap(sites.split(","), orange.split(","), wide), [sites, orange, wide]);
  useEffect(() => () => texture.dispose(), [texture]);
  const wood = night ? "#5b3d25" : "#8d6139";
  return (
    <group>
      <mesh rotation-x={-Math.PI / 2} receiveShadow>
        <planeGeometry args={[WIDTH, LENGTH]} />
        <meshStandardMaterial map={texture} roughness={1} />
      </mesh>
      <mesh position={[0, -0.11, 0]} castShadow>
        <boxGeometry args={[WIDTH + FRAME, 0.2, LENGTH + FRAME]} />
        <meshStandardMaterial color={wood} roughness={0.9} />
      </mesh>
      {[-1, 1].map((end) => (
        <group key={end}>
          <Bar at={[(end * (WIDTH + FRAME)) / 2, 0]} size={[FRAME, LENGTH + 2 * FRAME]} colour={wood} />
          <Bar at={[0, (end * (LENGTH + FRAME)) / 2]} size={[WIDTH, FRAME]} colour={wood} />
        </group>
      ))}
      <mesh position={[0, -0.22, 0]} rotation-x={-Math.PI / 2} receiveShadow>
        <planeGeometry args={[60, 60]} />
        <shadowMaterial opacity={night ? 0.4 : 0.18} />
      </mesh>
    </group>
  );
}

type Pair = readonly [x: number, z: number];

function Bar({ at: [x, z], size, colour }: { at: Pair; size: Pair; colour: string }) {
  return (
    <mesh position={[x, -0.06, z]} castShadow receiveShadow>
      <boxGeometry args={[size[0], 0.3, size[1]]} />
      <meshStandardMaterial color={colour} roughness={0.85} />
    </mesh>
  );
}

// --- groups and claims --------------------------------------------------------------------------------------------

/** SW-20: the group that pays is drawn with the thicker line. */
function Groups({ groups, colour }: { groups: readonly Group[]; colour: string }) {
  return (
    <>
      <Outline groups={groups.slice(0, 1)} colour={colour} width={0.085} />
      <Outline groups={groups.slice(1)} colour={colour} width={0.04} />
    </>
  );
}

function Outline({ groups, colour, width }: { groups: readonly Group[]; colour: string; width: number }) {
  const drawn = JSON.stringify(groups);
  const geometry = useMemo(() => outlines(JSON.parse(drawn) as Group[], width), [drawn, width]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <mesh geometry={geometry} frustumCulled={false}>
      <meshBasicMaterial color={colour} side={DoubleSide} toneMapped={false} />
    </mesh>
  );
}

const paintOf = (seat: number | null, words: Words): string => (seat === null ? INK : PAINTS[colourOf(words, seat)]);

/** SW-27: a plinth in the colour of whoever alone may build here. */
function Claim({ site, colour }: { site: string; colour: string }) {
  return (
    <mesh position={at(site, 0.012)} receiveShadow>
      <boxGeometry args={[PLOT, 0.024, PLOT]} />
      <meshStandardMaterial color={colour} roughness={0.9} />
    </mesh>
  );
}

// --- tags ---------------------------------------------------------------------------------------------------------

/** What the chosen floor would cost wherever it can go, until a site is chosen too. */
function pricesOf(view: SkylineWorldView, chosen: readonly string[]): readonly Built[] {
  if (chosen.length > 1) return [];
  const kind = KINDS.find((one) => chosen.includes(floorKey(one)));
  return view.moves.flatMap(({ data }) => (data.action === "build" && data.floor === kind ? [data] : []));
}

function Price({ built, view, words }: { built: Built; view: SkylineWorldView; words: Words }) {
  const { site, price, payee } = built;
  const text = payee === null ? String(price) : `${price} → ${words.seats[payee]?.letter}`;
  return <PriceTag text={text} colour={paintOf(payee, words)} at={at(site, topOf(view, site, words) + 0.42)} />;
}

/** Over the tallest building of each group that earns something its income, that of the best one larger. */
function Incomes({ view, words }: { view: SkylineWorldView; words: Words }) {
  return view.table.groups.flatMap((groups, seat) =>
    groups
      .filter(({ income }) => income > 0)
      .map(({ sites, income }, n) => {
        const site = tallest(view, sites, words);
        const text = `${words.seats[seat]?.letter} +${income}`;
        const size = n === 0 ? 0.36 : 0.26;
        return (
          <PriceTag
            key={site}
            text={text}
            colour={paintOf(seat, words)}
            at={at(site, topOf(view, site, words) + 0.34)}
            size={size}
          />
        );
      }),
  );
}

function tallest(view: SkylineWorldView, sites: readonly string[], words: Words): string {
  return sites.reduce((best, site) => (topOf(view, site, words) > topOf(view, best, words) ? site : best));
}

const topOf = (view: SkylineWorldView, site: string, words: Words): number => heightOf(stack(view, site, words));

// --- figures ------------------------------------------------------------------------------------------------------

const DISC = flat(new CircleGeometry(0.33, 32));
const WHOLE = flat(new RingGeometry(0.17, 0.29, 32));
const BROKEN = flat(
  together(...Array.from({ length: 8 }, (_, n) => new RingGeometry(0.21, 0.3, 4, 1, (n * Math.PI) / 4, Math.PI / 7))),
);

function flat(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(-Math.PI / 2);
}

/** A card's figure: a full ring where its sites are one's own, a broken one where they are still missing. */
function FigureMarks({ figure, view, words }: { figure: Figure; view: SkylineWorldView; words: Words }) {
  return figure.sites.map((site) => {
    const missing = figure.missing.includes(site);
    return (
      <group key={site} position={at(site, topOf(view, site, words) + 0.03)}>
        <Mark geometry={DISC} colour="#ffffff" order={3} />
        <Mark geometry={missing ? BROKEN : WHOLE} colour={missing ? "#b3261e" : "#127a3c"} order={4} />
      </group>
    );
  });
}

function Mark({ geometry, colour, order }: { geometry: BufferGeometry; colour: string; order: number }) {
  return (
    <mesh geometry={geometry} renderOrder={order}>
      <meshBasicMaterial color={colour} depthTest={false} transparent toneMapped={false} />
    </mesh>
  );
}
