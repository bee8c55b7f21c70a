/** Frames of light on places: what can be chosen, what is pointed at, what is new. */

import { useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { type BufferGeometry, type InstancedMesh, Matrix4, Path, Shape, ShapeGeometry, type Vector2 } from "three";
import type { Place } from "./game";

interface Props {
  readonly places: readonly Place[];
  readonly colour: string;
  readonly opacity: number;
  /** Of the frame, as a part of the place; 1 fills it. */
  readonly width: number;
}

const MOST = 512;

export function Marks({ places, colour, opacity, width }: Props) {
  const mesh = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const geometry = useMemo(() => frame(width), [width]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  useLayoutEffect(() => {
    const instances = mesh.current;
    if (!instances) return;
    const matrix = new Matrix4();
    instances.count = Math.min(places.length, MOST);
    for (const [n, { at, size, flat }] of places.slice(0, MOST).entries()) {
      matrix.makeScale(size[0], 1, size[2]).setPosition(at[0], at[1] + (flat ? 0 : size[1]) + 0.012, at[2]);
      instances.setMatrixAt(n, matrix);
    }
    instances.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [places, invalidate]);
  return (
    <instancedMesh ref={mesh} args={[geometry, undefined, MOST]} frustumCulled={false} renderOrder={2}>
      <meshBasicMaterial color={colour} transparent opacity={opacity} depthWrite={false} toneMapped={false} />
    </instancedMesh>
  );
}

/** A square frame of side 1, lying flat. */
function frame(width: number): BufferGeometry {
  const outer = new Shape(square(0.5));
  if (width < 1) outer.holes.push(new Path(square(0.5 - width / 2)));
  return new ShapeGeometry(outer).rotateX(-Math.PI / 2);
}

/** With round corners. */
function square(half: number): Vector2[] {
  const radius = Math.min(0.12, half);
  const path = new Path();
  const inner = half - radius;
  path.absarc(inner, inner, radius, 0, Math.PI / 2);
  path.absarc(-inner, inner, radius, Math.PI / 2, Math.PI);
  path.absarc(-inner, -inner, radius, Math.PI, 1.5 * Math.PI);
  path.absarc(inner, -inner, radius, 1.5 * Math.PI, 2 * Math.PI);
  return path.getPoints(6);
}
