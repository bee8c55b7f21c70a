/** Contact shadows: soft and dark where a piece meets the ground. */

import { useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import {
  Box3,
  type BufferGeometry,
  CanvasTexture,
  type InstancedMesh,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from "three";
import type { Piece, Shapes } from "./game";

const MOST = 512;
const UP = new Vector3(0, 1, 0);
/** How far it reaches beyond the piece. */
const REACH = 1.45;

interface Props {
  readonly pieces: readonly Piece[];
  readonly shapes: Shapes;
  /** Pieces higher than this stand on others. */
  readonly ground?: number;
}

export function ContactShadows({ pieces, shapes, ground = 0.05 }: Props) {
  const mesh = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const texture = useMemo(softSquare, []);
  const plane = useMemo(() => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), []);
  useEffect(() => () => texture.dispose(), [texture]);
  useEffect(() => () => plane.dispose(), [plane]);
  useLayoutEffect(() => {
    const instances = mesh.current;
    if (!instances) return;
    const shadows = pieces.flatMap((piece) => shadowsOf(piece, shapes[piece.shape], ground)).slice(0, MOST);
    instances.count = shadows.length;
    for (const [n, shadow] of shadows.entries()) instances.setMatrixAt(n, shadow);
    instances.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [pieces, shapes, ground, invalidate]);
  return (
    <instancedMesh ref={mesh} args={[plane, undefined, MOST]} frustumCulled={false}>
      <meshBasicMaterial
        map={texture}
        color="#1b1f27"
        transparent
        opacity={0.5}
        depthWrite={false}
        toneMapped={false}
      />
    </instancedMesh>
  );
}

function shadowsOf({ at, turn }: Piece, geometry: BufferGeometry | undefined, ground: number): readonly Matrix4[] {
  const [x, y, z] = at;
  const turned = new Quaternion().setFromAxisAngle(UP, turn ?? 0);
  return feetOf(geometry)
    .filter((foot) => y + foot.min.y <= ground)
    .map((foot) => {
      const middle = foot.getCenter(new Vector3()).setY(0);
      const size = foot.getSize(new Vector3()).setY(1);
      const under = middle.applyQuaternion(turned).add(new Vector3(x, y + 0.008, z));
      return new Matrix4().compose(under, turned, size.multiplyScalar(REACH));
    });
}

/** The boxes that a geometry is made of, where it says so because it does not fill the one around it. */
function feetOf(geometry: BufferGeometry | undefined): readonly Box3[] {
  if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
  return (geometry?.userData["feet"] as Box3[] | undefined) ?? [geometry?.boundingBox ?? new Box3()];
}

function softSquare(): CanvasTexture {
  const canvas = document.createElement("canvas");
  const side = 128;
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  const inner = side / REACH;
  // The square itself stays outside the picture, only its shadow falls into it.
  pen.shadowColor = "#ffffff";
  pen.shadowBlur = (side - inner) / 2.4;
  pen.shadowOffsetX = 2 * side;
  pen.fillRect((side - inner) / 2 - 2 * side, (side - inner) / 2, inner, inner);
  return new CanvasTexture(canvas);
}
