/** The pieces of the moon city. */

import { type BufferGeometry, SphereGeometry } from "three";
import type { Shapes } from "../../table/game";
import { barrel, block, column, gable, slab, together } from "../../table/shapes";
import { FLOOR, FOUNDATION, LARGE_FOUNDATION, ROOF_HEIGHT } from "./city";

const [WIDTH, HEIGHT, DEPTH] = FLOOR;
const GABLE_HEIGHT = ROOF_HEIGHT + 0.08;

/** With its end to the front, which tells the shape, and its letter to be read from there. */
function turned(roof: BufferGeometry): BufferGeometry {
  roof.rotateY(Math.PI / 2);
  return textured(roof, (x, _, z) => [0.5 + x / WIDTH, 1.5 - z / DEPTH]);
}

/** The slopes are too steep for a letter; it goes on the ends. */
function lettered(roof: BufferGeometry): BufferGeometry {
  textured(roof, (x, _, z) => [0.1 + x / WIDTH / 5, 1.5 - z / DEPTH]);
  return textured(roof, (x, y) => [0.5 + x / WIDTH, 1.2 + 0.79 * (y / GABLE_HEIGHT)], false);
}

/** New UVs for the faces that lie, or for those that stand. */
function textured(
  geometry: BufferGeometry,
  place: (x: number, y: number, z: number) => [number, number],
  lying = true,
): BufferGeometry {
  const [position, normal, uv] = ["position", "normal", "uv"].map((name) => geometry.getAttribute(name));
  if (!position || !normal || !uv) throw new Error("a geometry without a façade");
  for (let n = 0; n < uv.count; n++) {
    if (normal.getY(n - (n % 3)) > 0.6 !== lying) continue;
    uv.setXY(n, ...place(position.getX(n), position.getY(n), position.getZ(n)));
  }
  return geometry;
}

/** A board on two posts, to be read from both sides. */
function billboard(): BufferGeometry {
  // A façade lies on top of a slab, letter and all; so the slabs are made lying, and then stood up.
  const front = slab(0.8, 0.03, 0.46)
    .rotateX(Math.PI / 2)
    .translate(0, 0.5, 0.015);
  const back = front.clone().rotateY(Math.PI);
  const posts = [-0.24, 0.24].map((x) => column(0.03, 0.3).translate(x, 0, 0));
  return together(front, back, ...posts);
}

/** A garden under glass. */
function greenhouse(): BufferGeometry {
  const dome = new SphereGeometry(0.36, 16, 6, 0, 2 * Math.PI, 0, Math.PI / 2).scale(1, 0.8, 1).translate(0, 0.08, 0);
  const lying = dome.toNonIndexed();
  const uv = lying.getAttribute("uv");
  for (let n = 0; n < uv.count; n++) uv.setY(n, 1 + uv.getY(n) * 0.2);
  return together(block(FOUNDATION - 0.1, 0.08, FOUNDATION - 0.1, 0.02), lying);
}

/** Low and in front, so that the sign of the block behind it can be read. */
function spaceport(): BufferGeometry {
  const half = LARGE_FOUNDATION / 2;
  return together(
    column(half - 0.08, 0.1),
    column(0.42, 0.06).translate(-0.3, 0.1, 0.3),
    column(0.11, 0.62).translate(-0.3, 0.16, 0.3),
    column(0.11, 0.3, 0.01).translate(-0.3, 0.78, 0.3),
    block(0.5, 0.34, 0.5).translate(0.4, 0.1, 0.2),
    column(0.07, 0.7).translate(0.4, 0.44, 0.2),
    column(0.2, 0.14).translate(0.4, 0.95, 0.2),
  );
}

function megamall(): BufferGeometry {
  return together(
    block(1.66, 0.3, 1.66),
    block(1.24, 0.26, 1.24).translate(0, 0.3, 0),
    barrel(1.0, 0.4, 0.8).translate(0, 0.56, 0),
  );
}

export const shapes: Shapes = {
  floor: block(WIDTH, HEIGHT - 0.02, DEPTH),
  barrel: turned(barrel(DEPTH, ROOF_HEIGHT, WIDTH)),
  gable: lettered(turned(gable(DEPTH, GABLE_HEIGHT, WIDTH))),
  billboard: billboard(),
  "green space": greenhouse(),
  spaceport: spaceport(),
  megamall: megamall(),
};
