/** The target of the camera, which moves there smoothly. */

import { useSyncExternalStore } from "react";
import { MathUtils } from "three";
import { create } from "zustand";
import type { Viewpoint } from "./game";

const LOWEST = 0.06;
export const HIGHEST = 1.52;
const STEP = Math.PI / 4;

export interface Orbit {
  /** In radians from the south, growing towards the east. */
  readonly angle: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly straightOn: boolean;
}

export const useOrbit = create<Orbit>(() => ({ angle: 0, elevation: 0.6, zoom: 1, straightOn: false }));

export const useStraightOn = () => useOrbit((orbit) => orbit.straightOn);
export const orbitAngle = () => useOrbit.getState().angle;

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
  useOrbit.setState((orbit) => ({ angle: orbit.angle + steps * STEP, straightOn: false }));
}

export function zoomBy(factor: number): void {
  useOrbit.setState((orbit) => ({ zoom: MathUtils.clamp(orbit.zoom * factor, 0.7, 4) }));
}

/** To the seat's own side; straight on, as the rules look at it, or as one sits there. */
export function orbitTo(angle: number, viewpoint: Viewpoint, straightOn: boolean): void {
  const around = useOrbit.getState().angle;
  const nearest = around + MathUtils.euclideanModulo(angle - around + Math.PI, 2 * Math.PI) - Math.PI;
  useOrbit.setState({
    angle: nearest,
    elevation: straightOn ? viewpoint.straightOn : viewpoint.elevation,
    zoom: 1,
    straightOn,
  });
}

/** By parts of the window's height. */
export function orbitBy(right: number, down: number): void {
  useOrbit.setState((orbit) => ({
    angle: orbit.angle - right * Math.PI,
    elevation: MathUtils.clamp(orbit.elevation + down * Math.PI, LOWEST, HIGHEST),
    straightOn: false,
  }));
}
