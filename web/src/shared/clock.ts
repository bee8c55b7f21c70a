/** How much time is left, by the clock of a table and the server's time. */

import type { Schemas } from "./api";
import { language, type Say } from "./words";

export type ClockInfo = Schemas["ClockInfo"];
export type TimeControl = Schemas["TimeControl"];

export const LAST_SECONDS = 30;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The seconds that a seat has left at a moment of the server's time. */
export function leftOf(clock: ClockInfo, seat: number, now: number): number {
  const left = clock.running === seat && clock.ends !== null ? clock.ends - now : (clock.left[seat] ?? 0);
  return Math.max(0, left);
}

/** As clocks show it: 9:05, 1:00:00. */
export function digits(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), whole % MINUTE];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A day and an hour: what a turn of days ends at. */
export function dateOf(moment: number): string {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(language(), parts).format(1000 * moment);
}

/** About how long, in the largest unit: 3 min, 2 h, 1 day. */
export function lengthOf(seconds: number): string {
  const [unit, size] =
    seconds < MINUTE ? (["second", 1] as const) : seconds < HOUR ? (["minute", MINUTE] as const) : hoursOrDays(seconds);
  const style = { style: "unit", unit, unitDisplay: "short" } as const;
  return new Intl.NumberFormat(language(), style).format(Math.floor(seconds / size));
}

function hoursOrDays(seconds: number) {
  return seconds < DAY ? (["hour", HOUR] as const) : (["day", DAY] as const);
}

/** What was agreed on: "5 min + 10 s", "3 days a turn". */
export function agreed(control: TimeControl, say: Say): string {
  if (control.kind === "correspondence") return say("web.clock.a_turn", { time: lengthOf(control.seconds) });
  const bank = lengthOf(control.seconds);
  return control.increment > 0 ? `${bank} + ${lengthOf(control.increment)}` : bank;
}
