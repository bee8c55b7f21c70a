/**
 * Geometries of pieces, for all games. Each stands on y = 0 and shows a façade: in its UVs v from 0 to 1 is the lower half
 * of the texture (sides) where the face stands, the upper half (top) where it lies.
 */

import { BoxGeometry, BufferAttribute, type BufferGeometry, CylinderGeometry, ExtrudeGeometry, Shape } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

const BEVEL = 0.025;

/** A floor: a block with a small bevel. */
export function block(width: number, height: number, depth: number, bevel = BEVEL): BufferGeometry {
  return facade(new RoundedBoxGeometry(width, height, depth, 2, bevel).translate(0, height / 2, 0));
}

/** A slab without a bevel: fewer triangles, for small pieces of which there are many. */
export function slab(width: number, height: number, depth: number): BufferGeometry {
  return facade(new BoxGeometry(width, height, depth).translate(0, height / 2, 0));
}

/** A ridge roof along x. */
export function gable(width: number, height: number, depth: number): BufferGeometry {
  return prism(
    [
      [-depth / 2, 0],
      [depth / 2, 0],
      [0, height],
    ],
    width,
  );
}

/** A barrel roof along x. */
export function barrel(width: number, height: number, depth: number): BufferGeometry {
  const arc = Array.from({ length: 17 }, (_, n): [number, number] => {
    const angle = (Math.PI * n) / 16;
    return [(Math.cos(angle) * depth) / 2, Math.sin(angle) * height];
  });
  return prism(arc, width);
}

/** A roof with four slopes. */
export function pyramid(width: number, height: number): BufferGeometry {
  const cone = new CylinderGeometry(0.0001, width / Math.SQRT2, height, 4, 1).toNonIndexed();
  cone
    .rotateY(Math.PI / 4)
    .translate(0, height / 2, 0)
    .computeVertexNormals();
  return facade(cone);
}

export function column(radius: number, height: number, tip = radius): BufferGeometry {
  return facade(new CylinderGeometry(tip, radius, height, 12).translate(0, height / 2, 0));
}

/** Several geometries as one. */
export function together(...parts: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));
  if (!merged) throw new Error("geometries that do not fit together");
  return merged;
}

function prism(profile: readonly (readonly [number, number])[], length: number): BufferGeometry {
  const outline = new Shape();
  for (const [n, [x, y]] of profile.entries()) {
    if (n === 0) outline.moveTo(x, y);
    else outline.lineTo(x, y);
  }
  outline.closePath();
  const geometry = new ExtrudeGeometry(outline, { depth: length, bevelEnabled: false });
  return facade(geometry.translate(0, 0, -length / 2).rotateY(Math.PI / 2));
}

/** UVs by where a corner lies in the piece: around its sides, or seen from above. */
function facade(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  flat.clearGroups();
  flat.computeBoundingBox();
  const box = flat.boundingBox;
  const position = flat.getAttribute("position");
  const normal = flat.getAttribute("normal");
  if (!box) throw new Error("a geometry without extent");
  const uv = new Float32Array(2 * position.count);
  const part = (value: number, from: number, to: number) => (to > from ? (value - from) / (to - from) : 0);
  for (let n = 0; n < position.count; n++) {
    // The first corner decides for the whole triangle: all three get coordinates of the same projection.
    const first = n - (n % 3);
    const lies = Math.abs(normal.getY(first)) > 0.6;
    const across = !lies && Math.abs(normal.getX(first)) > Math.abs(normal.getZ(first));
    const u = across ? part(position.getZ(n), box.min.z, box.max.z) : part(position.getX(n), box.min.x, box.max.x);
    const v = lies ? 1 - part(position.getZ(n), box.min.z, box.max.z) : part(position.getY(n), box.min.y, box.max.y);
    uv[2 * n] = u;
    uv[2 * n + 1] = lies ? 1 + v : v;
  }
  flat.setAttribute("uv", new BufferAttribute(uv, 2));
  return flat;
}
