/** The soft dark where a piece meets the ground. */

import { useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import {
  type BufferGeometry,
  CanvasTexture,
  type InstancedMesh,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from "three";
import type { Piece } from "./game";

const MOST = 512;
const UP = new Vector3(0, 1, 0);
/** How far it reaches beyond the piece. */
const REACH = 1.45;

interface Props {
  readonly pieces: readonly Piece[];
  readonly shapes: Readonly<Record<string, BufferGeometry>>;
  /** Pieces higher than this stand on others. */
  readonly ground?: number;
}

export function Contacts({ pieces, shapes, ground = 0.05 }: Props) {
  const mesh = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const texture = useMemo(softSquare, []);
  const plane = useMemo(() => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), []);
  useEffect(() => () => texture.dispose(), [texture]);
  useEffect(() => () => plane.dispose(), [plane]);
  useLayoutEffect(() => {
    const instances = mesh.current;
    if (!instances) return;
    const standing = pieces.filter((piece) => piece.at[1] <= ground).slice(0, MOST);
    const matrix = new Matrix4();
    instances.count = standing.length;
    for (const [n, piece] of standing.entries()) {
      const [x, y, z] = piece.at;
      const turned = new Quaternion().setFromAxisAngle(UP, piece.turn ?? 0);
      const { size, middle } = extentOf(shapes[piece.shape]);
      const at = middle.applyQuaternion(turned).add(new Vector3(x, y + 0.008, z));
      instances.setMatrixAt(n, matrix.compose(at, turned, size.multiplyScalar(REACH)));
    }
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

function extentOf(geometry: BufferGeometry | undefined): { size: Vector3; middle: Vector3 } {
  const size = new Vector3();
  const middle = new Vector3();
  if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
  geometry?.boundingBox?.getSize(size);
  geometry?.boundingBox?.getCenter(middle);
  return { size: size.setY(1), middle: middle.setY(0) };
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
