/** The target of the camera, which moves there smoothly. */

import { useSyncExternalStore } from "react";
import { MathUtils } from "three";
import { create } from "zustand";
import type { Sight } from "./game";

const LOWEST = 0.06;
export const HIGHEST = 1.52;
const STEP = Math.PI / 4;

export interface Gaze {
  /** In radians from the south, growing towards the east. */
  readonly angle: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly straightOn: boolean;
}

export const useGaze = create<Gaze>(() => ({ angle: 0, elevation: 0.6, zoom: 1, straightOn: false }));

export const useStraightOn = () => useGaze((gaze) => gaze.straightOn);
export const gazeAngle = () => useGaze.getState().angle;

const landscape = matchMedia("(orientation: landscape)");

/** Whether the window is wider than high. It changes when a phone is turned. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      landscape.addEventListener("change", changed);
      return () => landscape.removeEventListener("change", changed);
    },
    () => landscape.matches,
  );
}

export function turn(steps: number): void {
  useGaze.setState((gaze) => ({ angle: gaze.angle + steps * STEP, straightOn: false }));
}

export function zoomBy(factor: number): void {
  useGaze.setState((gaze) => ({ zoom: MathUtils.clamp(gaze.zoom * factor, 0.7, 4) }));
}

/** To the seat's own side; straight on, as the rules look at it, or as one sits there. */
export function gazeFrom(angle: number, sight: Sight, straightOn: boolean): void {
  const around = useGaze.getState().angle;
  const nearest = around + MathUtils.euclideanModulo(angle - around + Math.PI, 2 * Math.PI) - Math.PI;
  useGaze.setState({ angle: nearest, elevation: straightOn ? sight.straightOn : sight.elevation, zoom: 1, straightOn });
}

/** By parts of the window's height. */
export function dragGaze(right: number, down: number): void {
  useGaze.setState((gaze) => ({
    angle: gaze.angle - right * Math.PI,
    elevation: MathUtils.clamp(gaze.elevation + down * Math.PI, LOWEST, HIGHEST),
    straightOn: false,
  }));
}
