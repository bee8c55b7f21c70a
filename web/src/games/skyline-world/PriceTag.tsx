/** A price tag of paper that always faces the reader. */

import { useEffect, useMemo } from "react";
import { CanvasTexture, SRGBColorSpace } from "three";
import type { Vector } from "../../table/game";

interface Props {
  readonly text: string;
  readonly colour: string;
  readonly at: Vector;
  readonly size?: number;
}

const HEIGHT = 96;
/** Larger on a phone, where the city is small. */
const LARGER = 1.4;
const isPhone = (): boolean => Math.min(window.innerWidth, window.innerHeight) < 600;

export function PriceTag({ text, colour, at, size = 0.36 }: Props) {
  const { texture, ratio } = useMemo(() => draw(text, colour), [text, colour]);
  useEffect(() => () => texture.dispose(), [texture]);
  const height = isPhone() ? LARGER * size : size;
  return (
    <sprite position={at} scale={[height * ratio, height, 1]} renderOrder={4}>
      <spriteMaterial map={texture} transparent depthTest={false} toneMapped={false} />
    </sprite>
  );
}

function draw(text: string, colour: string): { texture: CanvasTexture; ratio: number } {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  const font = '700 60px "Inter Variable", sans-serif';
  pen.font = font;
  const width = Math.ceil(pen.measureText(text).width) + 76;
  canvas.width = width;
  canvas.height = HEIGHT;
  outline(pen, width);
  pen.fillStyle = "#fffdf6";
  pen.fill();
  pen.lineWidth = 9;
  pen.strokeStyle = colour;
  pen.stroke();
  pen.beginPath();
  pen.arc(28, HEIGHT / 2, 8, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.font = font;
  pen.textBaseline = "middle";
  pen.fillStyle = "#1f2a37";
  pen.fillText(text, 48, HEIGHT / 2 + 3);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, ratio: width / HEIGHT };
}

/** Two corners cut off where the string goes. */
function outline(pen: CanvasRenderingContext2D, width: number): void {
  const [edge, cut] = [6, 26];
  pen.beginPath();
  pen.moveTo(edge + cut, edge);
  pen.lineTo(width - edge, edge);
  pen.lineTo(width - edge, HEIGHT - edge);
  pen.lineTo(edge + cut, HEIGHT - edge);
  pen.lineTo(edge, HEIGHT - edge - cut);
  pen.lineTo(edge, edge + cut);
  pen.closePath();
}
