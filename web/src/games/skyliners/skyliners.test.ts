import { expect, test } from "vitest";
import { loadWords } from "../../shared/words";
import { played } from "../../testing/views";
import { end as scoring } from "./end";
import { heightOf, pieces, ROWS, SITES, sitesOfRow } from "./model";
import { views } from "./views.gen";
import { choices, consequences, describe, districtText, places, planFor, prompt, refusedText, status } from "./words";

const { words, offering, end } = played(views);
const building = offering("build");
const planning = offering("plan");

const moveOf = ({ view }: typeof building, text: string) => {
  const move = view.moves.find((one) => one.text === text);
  if (!move) throw new Error(`${text} is not possible`);
  return move;
};

test("every seat sees the sites in rows of its own, the nearest first", () => {
  expect(sitesOfRow(end, 1, 0)).toEqual(["a5", "b5", "c5", "d5", "e5"]);
  for (const seat of [0, 1, 2]) {
    expect(ROWS.flatMap((_, row) => sitesOfRow(end, seat, row)).sort()).toEqual([...SITES].sort());
  }
});

test("moves are chosen by piece and site, or by card and number", () => {
  expect(choices(moveOf(building, "floor a1"))).toEqual(["floor", "a1"]);
  expect(choices(moveOf(planning, "plan E 4"))).toEqual(["plan E", "see 4"]);
});

test("moves are said as one would at the table", () => {
  expect(describe(moveOf(building, "park e5"), building.view, words)).toBe("Park on e5");
  expect(prompt(building.view, words)).not.toBe(prompt(planning.view, words));
  expect(status(building.view, words)).toContain("1");
});

test("the server is asked about the piece in hand, or about a floor", () => {
  expect(refusedText(["c3", "roof"])).toBe("roof c3");
  expect(refusedText(["c3"])).toBe("floor c3");
  expect(refusedText(["roof"])).toBeNull();
});

test("a place tells what stands there and where it lies for whoever looks", () => {
  const at = new Map(places(building.view, words).map((place) => [place.key, place]));
  expect(at.size).toBe(25);
  expect(at.get("c3")?.label).toContain("park");
  expect(at.get("e5")?.label).toContain("row A");
  expect(at.get("a4")?.size[1]).toBeCloseTo(heightOf(["neutral floor", "neutral floor"]));
  expect(at.get("e5")?.size[1]).toBe(0);
});

test("a park changes what is seen from one's own side", () => {
  const { view, tried } = building;
  expect(tried?.move.text).toBe("park e5");
  const told = tried && consequences(view, tried.trial, words);
  expect(told).toEqual([{ seat: 2, text: "You see 1 → 2 in A" }]);
});

test("one is told where the tallest buildings then stand, seen from one's district", () => {
  const { view } = building;
  const inside = view.table.own_district.slice(0, 1);
  const outside = Object.keys(view.table.sites).filter((site) => !view.table.own_district.includes(site));
  const at = (tallest: string[]) => ({ ...view, table: { ...view.table, tallest } });
  const told = (before: string[], after: string[]) => consequences(at(before), at(after), words);
  expect(told(outside, [...inside, ...outside])).toMatchObject([{ seat: 2, good: true }]);
  expect(told(outside, inside)).toMatchObject([{ text: "Only in your district then stands a tallest building" }]);
  expect(told(inside, outside)).toMatchObject([{ seat: 2, good: false }]);
  expect(told(inside, inside)).toEqual([{ text: "Nobody sees more or less." }]);
});

test("a plan is repeated, and held against what one sees from then on", () => {
  const { view, tried } = planning;
  if (!tried) throw new Error("the plan was not tried");
  expect(consequences(view, tried.trial, words).map(({ text }) => text)).toEqual([expect.stringContaining("E")]);
  const { trial } = tried;
  expect([planFor(view, "E"), planFor(trial, "E")?.planned, planFor(trial, "A")]).toEqual([undefined, 4, undefined]);
  const seen = trial.table.seen.with(2, [1, 1, 1, 2, 5]);
  const told = (right: boolean) => {
    const plans = trial.table.plans.map((plan) => ({ ...plan, right }));
    return consequences(trial, { ...trial, table: { ...trial.table, seen, plans } }, words);
  };
  expect(told(true)).toMatchObject([{ seat: 2, good: true }]);
  expect(told(false)).toMatchObject([{ seat: 2, good: false }]);
});

test("the pieces are those of the view, each in the façade of its owner", () => {
  const standing = pieces(end, words).filter(({ shape }) => shape !== "trees");
  expect(standing).toHaveLength(Object.values(end.table.sites).flat().length);
  const seatOf = (key: string) => standing.find((piece) => piece.key === key)?.seat;
  expect(end.table.sites["b2"]).toEqual(["neutral floor", "yellow floor", "blue roof"]);
  expect([0, 1, 2].map((level) => seatOf(`b2 ${level}`))).toEqual([4, 2, 1]);
});

test("districts are named by the compass of the language", async () => {
  await loadWords("nl");
  expect(districtText("SE", words)).toMatch(/: ZO\./);
  const told = scoring(end, words).map((step) => step.text);
  expect(told.filter((text) => /\b(NW|NO|ZW|ZO)\b/.test(text))).toHaveLength(end.players);
  await loadWords("en");
});
