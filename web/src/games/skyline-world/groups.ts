/** Lines around groups of sites, as flat as ink. */

import { BufferAttribute, BufferGeometry } from "three";
import { at, type Group } from "./model";

const INSET = 0.045;
const HEIGHT = 0.022;

type Side = readonly [x: number, z: number];
const SIDES: readonly Side[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

export function outlines(groups: readonly Group[], width: number): BufferGeometry {
  const corners: number[] = [];
  for (const { sites } of groups) {
    const inside = new Set(sites.map((site) => middle(site).join()));
    for (const site of sites) {
      for (const side of SIDES) addEdge(corners, middle(site), side, inside, width);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  return geometry;
}

function middle(site: string): Side {
  const [x, , z] = at(site);
  return [x, z];
}

/** The edge of a site on one side, where the group ends there. */
function addEdge(corners: number[], [x, z]: Side, [sx, sz]: Side, inside: ReadonlySet<string>, width: number): void {
  const has = (dx: number, dz: number) => inside.has([x + dx, z + dz].join());
  if (has(sx, sz)) return;
  // Along the edge: where the group goes on it runs to the corner, around an inner corner a little farther.
  const reach = ([ax, az]: Side) => (!has(ax, az) ? 0.5 - INSET : has(ax + sx, az + sz) ? 0.5 + INSET + width : 0.5);
  const along: Side = [-sz, sx];
  const [to, from] = [reach(along), -reach([-along[0], -along[1]])];
  const [outer, inner] = [0.5 - INSET, 0.5 - INSET - width];
  const point = (length: number, out: number) =>
    [x + along[0] * length + sx * out, HEIGHT, z + along[1] * length + sz * out] as const;
  const [a, b, c, d] = [point(from, outer), point(to, outer), point(to, inner), point(from, inner)];
  for (const corner of [a, b, c, a, c, d]) corners.push(...corner);
}
