/** A few letters lying on the board or standing on it. */

import { useEffect, useMemo } from "react";
import { CanvasTexture, SRGBColorSpace } from "three";
import type { Vector } from "./game";

interface Props {
  readonly text: string;
  readonly at: Vector;
  /** Of the letters. */
  readonly height: number;
  readonly colour: string;
  /** Around the vertical axis; letters lying flat are read from this side. */
  readonly turn?: number;
  readonly standing?: boolean;
  readonly weight?: number;
}

const PIXELS = 64;

export function Label({ text, at, height, colour, turn = 0, standing = false, weight = 650 }: Props) {
  const { texture, ratio } = useMemo(() => write(text, colour, weight), [text, colour, weight]);
  useEffect(() => () => texture.dispose(), [texture]);
  return (
    <group position={at} rotation-y={turn}>
      <mesh rotation-x={standing ? 0 : -Math.PI / 2} renderOrder={1}>
        <planeGeometry args={[height * ratio, height]} />
        <meshBasicMaterial map={texture} transparent depthWrite={false} toneMapped={false} />
      </mesh>
    </group>
  );
}

function write(text: string, colour: string, weight: number): { texture: CanvasTexture; ratio: number } {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  const font = `${weight} ${PIXELS}px "Inter Variable", sans-serif`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 8;
  canvas.height = Math.ceil(1.3 * PIXELS);
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, canvas.width / 2, canvas.height / 2);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return { texture, ratio: canvas.width / canvas.height };
}
