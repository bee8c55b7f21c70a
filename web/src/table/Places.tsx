/**
 * The places of the board as buttons over the city, for the keyboard and screen readers. Pointer events pass through to
 * the scene; over a picture, the buttons take them.
 */

import { invalidate } from "@react-three/fiber";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type Camera, MathUtils, Vector3 } from "three";
import type { Place } from "./game";
import type { Highlights } from "./highlights";
import { orbitAngle } from "./orbit";
import styles from "./Places.module.css";
import { choose, focusOn } from "./store";

interface Props {
  readonly places: readonly Place[];
  readonly highlights: Highlights;
  readonly label: string;
}

const ARROWS: Readonly<Record<string, readonly [right: number, away: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The labels of the buttons and of their group. */
let shown: readonly Place[] = [];
let group: HTMLElement | null = null;

const idOf = (key: string) => `place-${key.replaceAll(" ", "_")}`;

export function Places({ places, highlights, label }: Props) {
  const { can, chosen, pointed } = highlights;
  const [last, setLast] = useState<string | null>(null);
  const stop = places.find((place) => place.key === last) ?? places.find((place) => can.has(place.key)) ?? places[0];

  const ref = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    shown = places;
    group = ref.current;
    group?.setAttribute("data-laid", "false");
    invalidate(); // the last frame did not position these buttons
  }, [places]);

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow || !stop || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = neighbour(stop, places, arrow);
    if (next) document.getElementById(idOf(next.key))?.focus();
  };

  return (
    <fieldset ref={ref} className={styles["places"]} data-slot="places" aria-label={label} onKeyDown={onKeyDown}>
      {places.map((place) => (
        <button
          key={place.key}
          id={idOf(place.key)}
          type="button"
          data-place={place.key}
          tabIndex={place === stop ? 0 : -1}
          aria-disabled={!can.has(place.key)}
          aria-pressed={chosen.includes(place.key)}
          data-pointed={pointed.includes(place.key)}
          onClick={() => choose(place.key)}
          onFocus={() => {
            setLast(place.key);
            focusOn(place.key);
          }}
          onBlur={() => focusOn(null)}
          onPointerEnter={() => focusOn(place.key)}
          onPointerLeave={() => focusOn(null)}
        >
          {place.label}
        </button>
      ))}
    </fieldset>
  );
}

/** Move the focus to the board, on an arrow key. */
export function focusPlaces(): void {
  document.querySelector<HTMLElement>("[data-slot=places] button[tabindex='0']")?.focus();
}

/** The nearest place in a direction as one sees it, a little to the side if need be. */
function neighbour(from: Place, places: readonly Place[], [right, away]: readonly [number, number]): Place | null {
  const [fromX, fromY] = seen(from);
  let best: { place: Place; effort: number } | null = null;
  for (const place of places) {
    const [x, y] = seen(place);
    const ahead = right * (x - fromX) + away * (y - fromY);
    const aside = Math.abs(away * (x - fromX) - right * (y - fromY));
    if (ahead < 0.01 || aside > 1.5 * ahead) continue;
    const effort = ahead + 2.5 * aside;
    if (best === null || effort < best.effort) best = { place, effort };
  }
  return best?.place ?? null;
}

/** How far to the right and how far away a place is: on the ground, from the nearest side; on a picture, as it is drawn. */
function seen({ key, at }: Place): readonly [number, number] {
  const button = document.getElementById(idOf(key));
  if (button?.dataset["on"]) {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, -top - height / 2];
  }
  const angle = Math.round(orbitAngle() / (Math.PI / 2)) * (Math.PI / 2);
  const [x, , z] = at;
  return [x * Math.cos(angle) - z * Math.sin(angle), -x * Math.sin(angle) - z * Math.cos(angle)];
}

/** Lay the buttons on the grounds of their places in a picture. Those of places that it does not have become a list. */
export function layButtons(places: readonly Place[], groundsOf: (key: string) => Iterable<Element>): void {
  const stage = group?.parentElement;
  if (!stage) return;
  const origin = stage.getBoundingClientRect();
  for (const { key } of places) {
    const button = document.getElementById(idOf(key));
    const [ground] = groundsOf(key);
    if (!button) continue;
    button.dataset["on"] = ground ? "picture" : "list";
    if (!ground) continue;
    const { left, top, width, height } = ground.getBoundingClientRect();
    button.style.width = `${width}px`;
    button.style.height = `${height}px`;
    const [x, y] = [left - origin.left + stage.scrollLeft, top - origin.top + stage.scrollTop];
    button.style.transform = `translate(${x}px, ${y}px)`;
  }
  if (places === shown) group?.setAttribute("data-laid", "true");
}

/** Position the buttons over their places in the scene. */
export function positionButtons(
  camera: Camera,
  size: { width: number; height: number },
  places: readonly Place[],
): void {
  const aside = new Vector3();
  const middle = new Vector3();
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  for (const place of places) {
    const element = document.getElementById(idOf(place.key));
    if (!element) continue;
    const [x, y, z] = place.at;
    const height = place.flat ? y : y + place.size[1];
    aside.set(x, height, z).addScaledVector(right, place.size[0] / 2);
    middle.set(x, height, z).project(camera);
    aside.project(camera);
    const width = MathUtils.clamp((aside.x - middle.x) * size.width * 0.7, 16, 200);
    const left = ((middle.x + 1) / 2) * size.width - width / 2;
    const top = ((1 - middle.y) / 2) * size.height - width / 2;
    element.style.width = `${width}px`;
    element.style.height = `${width}px`;
    element.style.transform = `translate(${left}px, ${top}px)`;
  }
  if (places === shown) group?.setAttribute("data-laid", "true");
}
