/** The keyboard: everything at the table without a pointer. */

import { useEffect } from "react";
import type { Viewpoint } from "./game";
import { orbitTo, turn, useOrbit, zoomBy } from "./orbit";
import { focusPlaces } from "./Places";
import { choose, chosenMove, confirm, requestHint, unchoose, undo, useTable } from "./store";

interface Handlers {
  /** The camera angle of the own seat. */
  readonly side: number;
  openHelp(): void;
  openLog(): void;
}

export function useShortcuts(handlers: Handlers): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        isWriting(event.target) ||
        document.querySelector("dialog[open]")
      )
        return;
      if (press(event.key, event.target, handlers)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}

/** Handle a key. Returns whether it has a meaning here. */
function press(key: string, target: EventTarget | null, { side, openHelp, openLog }: Handlers): boolean {
  const { game, update } = useTable.getState();
  if (!game) return false;
  if (/^[1-9]$/.test(key)) return chooseByNumber(Number(key));
  if (key.startsWith("Arrow")) {
    if (target instanceof HTMLElement && target.closest("[data-slot=places]")) return false;
    focusPlaces();
    return true;
  }
  const picks = update?.view ? game.shortcuts?.[key]?.picks(update.view, useTable.getState().chosen) : undefined;
  if (picks && picks.length > 0) {
    choose(...picks);
    return true;
  }
  const shortcut = SHORTCUTS.get(key.length === 1 ? key.toLowerCase() : key);
  return shortcut ? shortcut({ side, viewpoint: game.viewpoint, target, openHelp, openLog }) !== false : false;
}

interface Context extends Handlers {
  readonly viewpoint: Viewpoint;
  readonly target: EventTarget | null;
}

const SHORTCUTS: ReadonlyMap<string, (context: Context) => unknown> = new Map([
  ["Enter", ({ target }) => confirmFrom(target)],
  ["Escape", unchoose],
  ["u", undo],
  ["h", requestHint],
  ["q", () => turn(-1)],
  ["e", () => turn(1)],
  ["v", ({ side, viewpoint }) => orbitTo(side, viewpoint, !useOrbit.getState().straightOn)],
  ["l", ({ openLog }) => openLog()],
  ["+", () => zoomBy(1.2)],
  ["-", () => zoomBy(1 / 1.2)],
  ["?", ({ openHelp }) => openHelp()],
]);

/** Enter confirms a chosen move from anywhere but a button that does something else. */
function confirmFrom(target: EventTarget | null): boolean {
  const button = target instanceof HTMLElement ? target.closest("button, a, summary") : null;
  const chooses = button?.matches("[data-place], [data-thing], [data-part], [data-slot=confirm]") ?? true;
  if (!chooses || !chosenMove(useTable.getState())) return false;
  const key = button?.getAttribute("data-place") ?? button?.getAttribute("data-thing");
  if (key && !useTable.getState().chosen.includes(key)) return false;
  confirm();
  return true;
}

/** The things in the bar; once one with parts is chosen, its parts. */
function chooseByNumber(number: number): boolean {
  const parts = document.querySelectorAll<HTMLButtonElement>("[data-slot=thing][data-chosen='true'] [data-part]");
  const button =
    parts.length > 0
      ? parts[number - 1]
      : document.querySelector<HTMLButtonElement>(`[data-thing][data-number='${number}']`);
  if (!button || button.disabled) return false;
  button.focus(); // so that Enter confirms this, not the previously focused place
  button.click();
  return true;
}
