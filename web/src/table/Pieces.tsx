/** Instanced pieces: one draw call per shape. New pieces drop in from above. */

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  InstancedBufferAttribute,
  type InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from "three";
import { COLUMNS, type Facades, MARGIN } from "./facades";
import type { Piece, Shapes } from "./game";
import { motionReduced } from "./motion";

const FALL = 0.42;
const HEIGHT = 3;
const UP = new Vector3(0, 1, 0);

interface Props {
  readonly pieces: readonly Piece[];
  readonly shapes: Shapes;
  readonly facades: Facades;
  /** Translucent, for pieces that are not placed yet. */
  readonly ghost?: boolean;
}

export function Pieces({ pieces, shapes, facades, ghost = false }: Props) {
  const byShape = useMemo(() => {
    const groups = new Map<string, Piece[]>(Object.keys(shapes).map((name) => [name, []]));
    for (const piece of pieces) groups.get(piece.shape)?.push(piece);
    return groups;
  }, [pieces, shapes]);
  const material = useFacade(facades, ghost);
  return [...byShape].map(([name, group]) => {
    const geometry = shapes[name];
    return geometry && <Group key={name} pieces={group} geometry={geometry} material={material} ghost={ghost} />;
  });
}

/** Matte, and each instance with its own column of the façades. */
function useFacade({ map, glow }: Facades, ghost: boolean): MeshStandardMaterial {
  const material = useMemo(() => {
    const made = new MeshStandardMaterial({ map, vertexColors: true, roughness: 0.9, metalness: 0 });
    if (glow) Object.assign(made, { emissive: new Color("#ffffff"), emissiveMap: glow });
    if (ghost) Object.assign(made, { transparent: true, opacity: 0.7 });
    made.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nattribute float facade;")
        .replace(
          "#include <uv_vertex>",
          `#include <uv_vertex>
          float lying = step(1.0, uv.y);
          vec2 inside = mix(vec2(${MARGIN}), vec2(${1 - MARGIN}), vec2(uv.x, uv.y - lying));
          vMapUv = (inside + vec2(facade, lying)) / vec2(${COLUMNS}.0, 2.0);
          ${glow ? "vEmissiveMapUv = vMapUv;" : ""}`,
        );
    };
    return made;
  }, [map, glow, ghost]);
  useEffect(() => () => material.dispose(), [material]);
  return material;
}

interface GroupProps {
  readonly pieces: readonly Piece[];
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly ghost: boolean;
}

function Group({ pieces, geometry, material, ghost }: GroupProps) {
  const mesh = useRef<InstancedMesh>(null);
  const known = useRef<Map<string, number> | null>(null);
  const { invalidate, clock, gl } = useThree();
  const room = roomFor(pieces.length);
  const own = useOwnGeometry(geometry, room);

  useLayoutEffect(() => {
    const begun = new Map<string, number>();
    const falls = known.current !== null && !ghost && !motionReduced();
    for (const piece of pieces) {
      begun.set(piece.key, known.current?.get(piece.key) ?? (falls ? clock.getElapsedTime() : -FALL));
    }
    known.current = begun;
    const facade = own.getAttribute("facade");
    for (const [n, piece] of pieces.entries()) facade.setX(n, piece.seat);
    facade.needsUpdate = true;
    const instances = mesh.current;
    if (instances) {
      instances.count = pieces.length;
      for (const [n, piece] of pieces.entries()) instances.setColorAt(n, new Color(piece.tint ?? "#ffffff"));
      if (instances.instanceColor) instances.instanceColor.needsUpdate = true;
      settle(instances, pieces, begun, clock.getElapsedTime());
    }
    if (!ghost) gl.shadowMap.needsUpdate = true;
    invalidate();
  }, [pieces, own, ghost, clock, gl, invalidate]);

  useFrame(() => {
    if (!mesh.current || !known.current) return;
    const time = clock.getElapsedTime();
    if (![...known.current.values()].some((begin) => begin >= 0 && time - begin < FALL + 0.1)) return;
    settle(mesh.current, pieces, known.current, time);
    gl.shadowMap.needsUpdate = true;
    invalidate();
  });

  return (
    <instancedMesh
      key={room}
      ref={mesh}
      // Not as constructor arguments: a new material would recreate the mesh without its instances.
      args={[undefined, undefined, room]}
      geometry={own}
      material={material}
      castShadow={!ghost}
      receiveShadow={!ghost}
      frustumCulled={false}
    />
  );
}

/** The capacity, with spare room, so that a new piece rarely reallocates the buffer. */
function roomFor(count: number): number {
  return Math.max(16, 2 ** Math.ceil(Math.log2(count + 1)));
}

/** The shared geometry with façade numbers of this group's own. */
function useOwnGeometry(geometry: BufferGeometry, room: number): BufferGeometry {
  const own = useMemo(() => {
    const copy = geometry.clone();
    copy.setAttribute("facade", new InstancedBufferAttribute(new Float32Array(room), 1));
    if (!copy.hasAttribute("color")) {
      const corners = copy.getAttribute("position").count;
      copy.setAttribute("color", new BufferAttribute(new Float32Array(3 * corners).fill(1), 3));
    }
    return copy;
  }, [geometry, room]);
  useEffect(() => () => own.dispose(), [own]);
  return own;
}

function settle(mesh: InstancedMesh, pieces: readonly Piece[], begun: ReadonlyMap<string, number>, time: number): void {
  const matrix = new Matrix4();
  const turned = new Quaternion();
  const at = new Vector3();
  const size = new Vector3(1, 1, 1);
  for (const [n, piece] of pieces.entries()) {
    const passed = Math.min(1, (time - (begun.get(piece.key) ?? -FALL)) / FALL);
    // Ease out.
    const above = HEIGHT * (1 - passed) ** 2.5;
    at.set(piece.at[0], piece.at[1] + above, piece.at[2]);
    size.setY(piece.squeeze ?? 1);
    mesh.setMatrixAt(n, matrix.compose(at, turned.setFromAxisAngle(UP, piece.turn ?? 0), size));
  }
  mesh.instanceMatrix.needsUpdate = true;
}
