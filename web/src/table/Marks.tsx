/** Frames of light on places: what can be chosen, what is pointed at, what is new. */

import { useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Color, type InstancedMesh, Matrix4, PlaneGeometry, ShaderMaterial } from "three";
import type { Place } from "./game";

interface Props {
  readonly places: readonly Place[];
  readonly colour: string;
  readonly opacity: number;
  /** Twice that of the frame's line; 1 fills the place. */
  readonly width: number;
}

const MOST = 512;
const GROUND = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);

export function Marks({ places, colour, opacity, width }: Props) {
  const mesh = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const material = useFrameMaterial(colour, opacity, width);
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
    <instancedMesh
      ref={mesh}
      args={[GROUND, undefined, MOST]}
      material={material}
      frustumCulled={false}
      renderOrder={2}
      dispose={null}
    />
  );
}

/** A frame with rounded corners, by the distance from the edge: on a large place its line is only a little wider. */
function useFrameMaterial(colour: string, opacity: number, width: number): ShaderMaterial {
  const material = useMemo(
    () =>
      new ShaderMaterial({
        uniforms: {
          colour: { value: new Color(colour) },
          opacity: { value: opacity },
          line: { value: width < 1 ? width / 2 : 100 },
        },
        vertexShader: `
          varying vec2 spot;
          varying vec2 corner;
          void main() {
            corner = 0.5 * vec2(length(instanceMatrix[0].xyz), length(instanceMatrix[2].xyz));
            spot = 2.0 * position.xz * corner;
            gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
          }`,
        fragmentShader: `
          uniform vec3 colour;
          uniform float opacity;
          uniform float line;
          varying vec2 spot;
          varying vec2 corner;
          void main() {
            float radius = 0.12 * min(1.0, 2.0 * min(corner.x, corner.y));
            vec2 beyond = abs(spot) - corner + radius;
            float outside = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
            float soft = fwidth(outside);
            float inside = smoothstep(soft, 0.0, outside + soft);
            float framed = smoothstep(-soft, 0.0, outside + line * sqrt(max(1.0, 2.0 * min(corner.x, corner.y))));
            gl_FragColor = vec4(colour, opacity * inside * framed);
            #include <colorspace_fragment>
          }`,
        transparent: true,
        depthWrite: false,
        toneMapped: false,
      }),
    [colour, opacity, width],
  );
  useEffect(() => () => material.dispose(), [material]);
  return material;
}
