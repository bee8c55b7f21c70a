import { expect, test } from "vitest";
import { type ClockInfo, digits, leftOf } from "./clock";

const CLOCK: ClockInfo = {
  control: { kind: "live", seconds: 300, increment: 5, nights: true, weekends: true, zone: "UTC" },
  left: [120, 300],
  running: 0,
  since: 1000,
  ends: 1120,
  paused: false,
  pause_wanted_by: [],
};

test("the clock of whoever decides runs, the others stand", () => {
  expect([0, 1].map((seat) => leftOf(CLOCK, seat, 1030))).toEqual([90, 300]);
});

test("no clock shows less than nothing", () => {
  expect(leftOf(CLOCK, 0, 2000)).toBe(0);
});

test("while the game is paused all clocks stand", () => {
  expect(leftOf({ ...CLOCK, running: null, ends: null, paused: true }, 0, 1030)).toBe(120);
});

test.each([
  [0, "0:00"],
  [0.2, "0:01"],
  [59.9, "1:00"],
  [65, "1:05"],
  [3600, "1:00:00"],
  [3661, "1:01:01"],
])("%s seconds are shown as %s", (seconds, shown) => {
  expect(digits(seconds)).toBe(shown);
});
