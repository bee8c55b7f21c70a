/** The camera: its position, its controls, and picking. */

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Box3, MathUtils, OrthographicCamera, PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";
import type { Game, Piece, Place, Shapes, View, Viewpoint } from "./game";
import { motionReduced } from "./motion";
import { HIGHEST, type Orbit, orbitBy, useOrbit, useStraightOn, zoomBy } from "./orbit";
import { positionButtons } from "./Places";
import { choose, focusOn, useTable } from "./store";

const FIELD_OF_VIEW = 30;
/** Around the city, as a part of the window. */
const PADDING = 1.06;
/** Pixels that a finger may slip in a tap. */
const TAP_TOLERANCE = 8;
/** Wheel delta of one step, in pixels. Touchpads send many small deltas. */
const WHEEL_STEP = 60;

/** The part of the window that no panel covers, in fractions of its size. */
export interface ClearArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly shapes: Shapes;
  readonly places: readonly Place[];
  /** Pieces that stand on the places, such as antennas. */
  readonly added: readonly Piece[];
  readonly clear: ClearArea;
}

export function CameraRig({ game, view, shapes, places, added, clear }: Props) {
  const { viewpoint } = game;
  const { size, set, invalidate, gl } = useThree();
  const perspective = useMemo(() => new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200), []);
  const orthographic = useMemo(() => new OrthographicCamera(-1, 1, 1, -1, -100, 200), []);
  const shown = useRef<Orbit | null>(null);
  const straightOn = useStraightOn();
  const camera = straightOn ? orthographic : perspective;

  useEffect(() => {
    set({ camera });
    invalidate();
  }, [camera, set, invalidate]);
  useEffect(() => useOrbit.subscribe(() => invalidate()), [invalidate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part of the window, or a taller city, is fitted anew
  useEffect(() => invalidate(), [clear, places, invalidate]);

  const outline = useMemo(
    () => outlineOf(viewpoint, [...places.flatMap(topOf), ...added.map((piece) => tipOf(piece, shapes))]),
    [viewpoint, places, added, shapes],
  );
  useFrame((_, seconds) => {
    const wanted = useOrbit.getState();
    const orbit = approach(shown.current ?? wanted, wanted, seconds);
    shown.current = orbit;
    if (orbit !== wanted) invalidate();
    placeCamera(
      camera,
      straightOn ? orbit : raised(orbit, (clear.width / clear.height) * (size.width / size.height)),
      outline,
      size.width / size.height,
      clear,
      new Vector3(...viewpoint.centre),
    );
    positionButtons(camera, size, places);
  });

  usePointer(gl.domElement, camera, places, (up) => {
    return game.shortcuts?.[up ? "WheelUp" : "WheelDown"]?.picks(view, useTable.getState().chosen) ?? [];
  });
  return null;
}

function approach(from: Orbit, to: Orbit, seconds: number): Orbit {
  const far = Math.abs(from.angle - to.angle) + Math.abs(from.elevation - to.elevation) + Math.abs(from.zoom - to.zoom);
  if (motionReduced() || far < 0.002) return to;
  const part = 1 - Math.exp(-14 * Math.min(seconds, 0.1));
  return {
    angle: MathUtils.lerp(from.angle, to.angle, part),
    elevation: MathUtils.lerp(from.elevation, to.elevation, part),
    zoom: MathUtils.lerp(from.zoom, to.zoom, part),
    straightOn: to.straightOn,
  };
}

type Camera = PerspectiveCamera | OrthographicCamera;

/** In a tall window one looks from higher up, so that the city fills it. */
function raised(orbit: Orbit, aspect: number): Orbit {
  const elevation = orbit.elevation + MathUtils.clamp(0.6 * (1.2 - aspect), 0, 0.4);
  return { ...orbit, elevation: Math.min(elevation, HIGHEST) };
}

// --- position ---------------------------------------------------------------------------------------------------

/** Put the camera where all of the city is in the clear part of the window, at zoom 1. */
function placeCamera(
  camera: Camera,
  orbit: Orbit,
  outline: readonly Vector3[],
  aspect: number,
  clear: ClearArea,
  centre: Vector3,
): void {
  const { sin, cos } = Math;
  const back = new Vector3(
    sin(orbit.angle) * cos(orbit.elevation),
    sin(orbit.elevation),
    cos(orbit.angle) * cos(orbit.elevation),
  );
  const right = new Vector3(cos(orbit.angle), 0, -sin(orbit.angle));
  const up = new Vector3().crossVectors(back, right);
  const corners = outline.map((corner) => ({
    x: corner.dot(right) * PADDING,
    y: corner.dot(up) * PADDING,
    back: corner.dot(back),
  }));
  camera.up.copy(up);
  const high = camera instanceof PerspectiveCamera ? Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2)) : 1;
  const room = { x: high * aspect * clear.width, y: high * clear.height };
  let middle: { x: number; y: number };
  if (camera instanceof PerspectiveCamera) {
    const { distance, frame } = fitInto(corners, room);
    middle = frame.middle;
    camera.position.copy(centre).addScaledVector(back, distance / orbit.zoom);
  } else {
    const frame = frameOf(corners.map(({ x, y }) => ({ x, y })));
    const half = Math.max(frame.half.x / room.x, frame.half.y / room.y) / orbit.zoom;
    middle = { x: frame.middle.x / half, y: frame.middle.y / half };
    camera.position.copy(centre).addScaledVector(back, 50);
    Object.assign(camera, { top: half, bottom: -half, left: -half * aspect, right: half * aspect });
  }
  camera.lookAt(centre);
  const aside = 0.5 - (clear.left + clear.width / 2) + middle.x / (2 * high * aspect);
  const above = 0.5 - (clear.top + clear.height / 2) - middle.y / (2 * high);
  camera.setViewOffset(aspect, 1, aside * aspect, above, aspect, 1);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

interface Frame {
  readonly middle: { readonly x: number; readonly y: number };
  readonly half: { readonly x: number; readonly y: number };
}

function frameOf(points: readonly { readonly x: number; readonly y: number }[]): Frame {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    middle: { x: (left + right) / 2, y: (bottom + top) / 2 },
    half: { x: (right - left) / 2, y: (top - bottom) / 2 },
  };
}

/** The distance at which the corners just fill the viewport, and their bounds then. Found by iteration. */
function fitInto(corners: readonly { x: number; y: number; back: number }[], room: { x: number; y: number }) {
  const nearest = Math.max(...corners.map((corner) => corner.back));
  let distance = 4 * nearest + 10;
  let frame: Frame = { middle: { x: 0, y: 0 }, half: { x: 1, y: 1 } };
  for (let step = 0; step < 8; step++) {
    const away = distance;
    frame = frameOf(corners.map(({ x, y, back }) => ({ x: x / (away - back), y: y / (away - back) })));
    distance = Math.max(nearest + 0.5, distance * Math.max(frame.half.x / room.x, frame.half.y / room.y));
  }
  return { distance, frame };
}

/** What has to be in the picture, from the centre: the corners of the city, and whatever has grown out of it. */
function outlineOf({ centre, extent }: Viewpoint, grown: readonly Vector3[]): readonly Vector3[] {
  const [x, y, z] = extent;
  const corners = SIDES.flatMap((a) => SIDES.flatMap((b) => SIDES.map((c) => new Vector3(a * x, b * y, c * z))));
  const middle = new Vector3(...centre);
  return [...corners, ...grown.map((point) => point.clone().sub(middle))];
}

const SIDES = [-0.5, 0.5];

function topOf({ at: [x, y, z], size }: Place): readonly Vector3[] {
  return SIDES.flatMap((a) => SIDES.map((c) => new Vector3(x + a * size[0], y + size[1], z + c * size[2])));
}

function tipOf({ at: [x, y, z], shape }: Piece, shapes: Shapes): Vector3 {
  const geometry = shapes[shape];
  if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
  return new Vector3(x, y + (geometry?.boundingBox?.max.y ?? 0), z);
}

// --- picking ---------------------------------------------------------------------------------------------------

/** Dragging turns, two fingers or the wheel zoom, a tap chooses. */
function usePointer(
  canvas: HTMLCanvasElement,
  camera: Camera,
  places: readonly Place[],
  /** What the wheel picks in this game at the moment; it zooms where that is nothing. */
  wheelPicks: (up: boolean) => readonly string[],
): void {
  const scene = useRef({ camera, places, wheelPicks });
  useLayoutEffect(() => {
    scene.current = { camera, places, wheelPicks };
  });
  useEffect(() => {
    const fingers = new Map<number, Vector2>();
    let travelled = 0;
    let rolled = 0;
    const under = (event: PointerEvent) => placeUnder(event, canvas, scene.current.camera, scene.current.places);

    const down = (event: PointerEvent) => {
      if (fingers.size === 0) travelled = 0;
      fingers.set(event.pointerId, new Vector2(event.clientX, event.clientY));
      canvas.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return focusOn(under(event));
      const apart = spread(fingers);
      const by = new Vector2(event.clientX, event.clientY).sub(before);
      before.add(by);
      travelled += by.length();
      if (fingers.size > 1) zoomBy(spread(fingers) / apart);
      else if (travelled > TAP_TOLERANCE) orbitBy(by.x / canvas.clientHeight, by.y / canvas.clientHeight);
    };
    const up = (event: PointerEvent) => {
      const tapped = fingers.size === 1 && travelled <= TAP_TOLERANCE;
      fingers.delete(event.pointerId);
      const place = tapped && event.button === 0 ? under(event) : null;
      if (place !== null) choose(place);
    };
    const cancel = (event: PointerEvent) => fingers.delete(event.pointerId);
    const leave = () => focusOn(null);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const picks = scene.current.wheelPicks(event.deltaY < 0);
      if (picks.length === 0) return zoomBy(Math.exp(-event.deltaY / 800));
      rolled = rolled * event.deltaY > 0 ? rolled + event.deltaY : event.deltaY;
      if (Math.abs(rolled) < WHEEL_STEP) return;
      rolled = 0;
      choose(...picks);
    };

    canvas.addEventListener("pointerdown", down);
    canvas.addEventListener("pointermove", move);
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", cancel);
    canvas.addEventListener("pointerleave", leave);
    canvas.addEventListener("wheel", wheel, { passive: false });
    return () => {
      canvas.removeEventListener("pointerdown", down);
      canvas.removeEventListener("pointermove", move);
      canvas.removeEventListener("pointerup", up);
      canvas.removeEventListener("pointercancel", cancel);
      canvas.removeEventListener("pointerleave", leave);
      canvas.removeEventListener("wheel", wheel);
    };
  }, [canvas]);
}

function spread(fingers: ReadonlyMap<number, Vector2>): number {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(1, one.distanceTo(other)) : 1;
}

/** The nearest place whose ground or building is under the pointer. */
function placeUnder(event: PointerEvent, canvas: HTMLElement, camera: Camera, places: readonly Place[]): string | null {
  const frame = canvas.getBoundingClientRect();
  const x = (2 * (event.clientX - frame.left)) / frame.width - 1;
  const y = 1 - (2 * (event.clientY - frame.top)) / frame.height;
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2(x, y), camera);
  const hit = new Vector3();
  let nearest: { key: string; distance: number } | null = null;
  for (const { key, at, size } of places) {
    const box = new Box3(
      new Vector3(at[0] - size[0] / 2, at[1], at[2] - size[2] / 2),
      new Vector3(at[0] + size[0] / 2, at[1] + Math.max(size[1], 0.01), at[2] + size[2] / 2),
    );
    if (!caster.ray.intersectBox(box, hit)) continue;
    const distance = hit.distanceTo(caster.ray.origin);
    if (nearest === null || distance < nearest.distance) nearest = { key, distance };
  }
  return nearest?.key ?? null;
}
