/** The keyboard: everything at the table without a pointer. */

import { useEffect } from "react";
import type { Sight } from "./game";
import { gazeFrom, turn, useGaze, zoomBy } from "./gaze";
import { enterPlaces } from "./Places";
import { askForHint, choose, chosenMove, confirm, unchoose, undo, useTable } from "./store";

interface Doings {
  /** The camera angle of the own seat. */
  readonly side: number;
  openHelp(): void;
  openLog(): void;
}

export function useKeys(doings: Doings): void {
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
      if (press(event.key, event.target, doings)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}

/** Handle a key. Returns whether it has a meaning here. */
function press(key: string, target: EventTarget | null, { side, openHelp, openLog }: Doings): boolean {
  const { game, letter } = useTable.getState();
  if (!game) return false;
  if (/^[1-9]$/.test(key)) return chooseByNumber(Number(key));
  if (key.startsWith("Arrow")) {
    if (target instanceof HTMLElement && target.closest("[data-slot=places]")) return false;
    enterPlaces();
    return true;
  }
  const picks = letter?.view ? game.keys?.[key]?.picks(letter.view, useTable.getState().chosen) : undefined;
  if (picks && picks.length > 0) {
    choose(...picks);
    return true;
  }
  const doing = DOINGS.get(key.length === 1 ? key.toLowerCase() : key);
  return doing ? doing({ side, sight: game.sight, target, openHelp, openLog }) !== false : false;
}

interface Situation extends Doings {
  readonly sight: Sight;
  readonly target: EventTarget | null;
}

const DOINGS: ReadonlyMap<string, (now: Situation) => unknown> = new Map([
  ["Enter", ({ target }) => confirmFrom(target)],
  ["Escape", unchoose],
  ["u", undo],
  ["h", askForHint],
  ["q", () => turn(-1)],
  ["e", () => turn(1)],
  ["v", ({ side, sight }) => gazeFrom(side, sight, !useGaze.getState().straightOn)],
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
