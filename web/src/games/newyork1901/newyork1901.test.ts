import { describe, expect, test } from "vitest";
import { played } from "../../testing/views";
import type { Move, Table } from "./model";
import { ghost, heightOf, pieces } from "./pieces";
import { trackField } from "./track";
import { views } from "./views.gen";
import { cardName, describe as described, knownConsequences, places, prompt, refusal, status, tileName } from "./words";

const { words, offering, end } = played(views);
const { say } = words;

type Action = Move["data"]["action"];

const moveOf = (action: Action, text: string) => {
  const { view } = offering(action);
  const move = view.moves.find((one) => one.text === text);
  if (!move) throw new Error(`${text} is not possible`);
  return { move, view };
};
const told = (action: Action, text: string) => {
  const { move, view } = moveOf(action, text);
  return knownConsequences(move, view, words);
};

test("cards and tiles have names", () => {
  expect(cardName("yellow 2", say)).toBe("yellow 2");
  expect(tileName("gold L5", "gold", say)).toContain("L5");
  expect(tileName("starter", "bronze", say)).not.toContain("bronze");
});

describe("a place tells", () => {
  const at = new Map(places(offering("acquire").view, words).map((place) => [place.key, place]));

  test("what is built there, and by whom", () => {
    expect(at.get("j11")?.label).toContain("White");
    expect(at.get("j11")?.size[1]).toBe(heightOf({ tile: "starter", level: "bronze" }));
  });

  test("that it is free", () => {
    expect(at.get("i6")?.label).toMatch(/Y9.*free|free.*Y9/);
    expect(at.get("i6")?.size[1]).toBe(0);
  });
});

test("moves are said as one would at the table", () => {
  const { move, view } = moveOf("build", "build bronze I2 i6 turned 90");
  expect(described(move, view, words)).toContain("i6, i7");
  const asked = (["acquire", "build", "rebuild", "give back"] as const).map((action) =>
    prompt(offering(action).view, words),
  );
  expect(new Set(asked).size).toBe(4);
});

test("the state of the game is told, and its end when it comes near", () => {
  const { view } = offering("acquire");
  const at = (table: Partial<Table>) => status({ ...view, table: { ...view.table, ...table } }, words);
  expect(at({})).toContain("50");
  expect(new Set([at({}), at({ last_turns: 2 }), at({ quiet: view.table.quiet_end - 1 })]).size).toBe(3);
  expect(status(end, words)).toBe("");
});

describe("what a move does is told before", () => {
  test("land takes a worker", () => {
    expect(told("acquire", "acquire Y9")).toEqual([{ seat: 2, text: expect.stringContaining("4 → 3") }]);
  });

  test("a building brings points and workers", () => {
    const [points, back] = told("build", "build bronze I2 i6 turned 90");
    expect(points).toMatchObject({ seat: 2, text: expect.stringContaining("0 → 2"), good: true });
    expect(back).toMatchObject({ text: expect.stringContaining("Y9"), good: true });
  });

  test("a larger one costs those that make way", () => {
    const texts = told("rebuild", "rebuild silver V3 o15 turned 270");
    expect(texts[0]).toMatchObject({ text: expect.stringContaining("7 → 11"), good: true });
    expect(texts[1]).toMatchObject({ text: expect.stringContaining("o15"), good: false });
  });

  test("the last turns are told where the server says that they begin", () => {
    const { move, view } = moveOf("build", "build bronze I2 i6 turned 90");
    if (move.data.action !== "build") throw new Error("that does not build");
    const last = { ...move, data: { ...move.data, brings_end: true } };
    expect(knownConsequences(last, view, words).at(-1)?.text).toContain("50");
    expect(knownConsequences(move, view, words).at(-1)?.text).not.toContain("50");
  });

  test("what is given back frees a worker", () => {
    expect(told("give back", "give back P6").map(({ good }) => good)).toEqual([true, false]);
  });
});

test("a tile may not lie beside the land", () => {
  const { table } = offering("build").view;
  expect(refusal(["i6", "i7"], table, say)).toBeNull();
  expect(refusal(["i6", "a1"].concat("zz9"), table, say)).not.toBeNull();
});

describe("pieces", () => {
  test("every building has a roof of its owner, every player a disc on the track", () => {
    const standing = pieces(end);
    const tiles = end.table.seats.flatMap((seat) => seat.tiles);
    expect(standing.filter(({ shape }) => shape.endsWith(" roof"))).toHaveLength(tiles.length);
    expect(standing.filter(({ shape }) => shape === "marker")).toHaveLength(end.players);
  });

  test("a ghost shows the new building, and hides those that go", () => {
    const { move, view } = moveOf("rebuild", "rebuild silver V3 o15 turned 270");
    const keys = ghost(move, view).map(({ key }) => key);
    const gone = pieces(view).filter(({ key }) => keys.includes(key));
    expect(gone.some(({ key }) => key.startsWith("2 bronze I2 o15"))).toBe(true);
  });
});

test("the score track goes up, along and down, and ends at the goal", () => {
  const { goal } = end.table;
  const fields = Array.from({ length: goal + 1 }, (_, points) => trackField(points, goal).join());
  expect(new Set(fields).size).toBe(goal + 1);
  expect(trackField(goal + 20, goal)).toEqual(trackField(goal, goal));
});
