import { describe, expect, test } from "vitest";
import { played } from "../../testing/views";
import { outlines } from "./groups";
import { heightOf, left, type Move, pieces, sitesOf, stack, wallOf } from "./model";
import { things } from "./things";
import { views } from "./views.gen";
import {
  announced,
  choices,
  consequences,
  copyOf,
  costText,
  describe as described,
  knownConsequences,
  places,
  prompt,
  refusedText,
  status,
  text,
} from "./words";

const { words, offering, moments, end } = played(views);
const start = offering("build");
const investing = offering("buy");

const moveOf = ({ view }: typeof start, text: string) => {
  const move = view.moves.find((one) => one.text === text);
  if (!move) throw new Error(`${text} is not possible`);
  return move;
};

describe("moves", () => {
  test("are chosen by floor and site, or by floor and what to do with it", () => {
    expect(choices(moveOf(start, "build 1 a2"))).toEqual(["floor 1", "a2"]);
    expect(choices(moveOf(investing, "buy neutral"))).toEqual(["floor neutral", "buy"]);
    expect(choices(moveOf(investing, "sell 2"))).toEqual(["floor 2", "sell"]);
    expect(choices(moveOf(investing, "end turn"))).toEqual(["end"]);
  });

  test("cards are traded one by one, also those of which one has two", () => {
    expect(choices(moveOf(investing, "trade Commerzbank Tower + US Bank Tower + Bank of China Tower"))).toEqual([
      "trade",
      "card Commerzbank Tower",
      "card US Bank Tower",
      "card Bank of China Tower",
    ]);
    const twice: Move = {
      id: 1,
      text: "",
      data: { action: "trade", figures: ["Sydney", "Sydney", "Tokyo"], value: 5 },
    };
    expect(choices(twice)).toEqual(["trade", "card Sydney", "card Sydney 2", "card Tokyo"]);
    expect([0, 1, 2].map((n) => copyOf(["Sydney", "Sydney", "Tokyo"], n))).toEqual([1, 2, 1]);
  });

  test("are said as one would at the table", () => {
    expect(described(moveOf(investing, "buy neutral"), investing.view, words)).toMatch(/^[A-Z].*5 million/);
  });
});

test("nothing is promised after the end", () => {
  const { mission } = { ...end.table.missions[0] };
  const over = (fulfilled: boolean): string =>
    text(
      {
        ...end,
        seat: 0,
        table: { ...end.table, missions: end.table.missions.map((one) => one && { ...one, fulfilled }) },
      },
      words,
    ).join(" ");
  expect(over(false)).toContain(`Your mission: ${mission}, not fulfilled.`);
  expect(over(true)).toContain(`Your mission: ${mission}, fulfilled.`);
});

test("the server is asked about the floor in hand, a card, or the end", () => {
  expect(refusedText(["b2", "floor 2"], start.view)).toBe("build 2 b2");
  expect(refusedText(["b2"], start.view)).toBe("build 1 b2");
  expect(refusedText(["card US Bank Tower"], start.view)).toBe("show US Bank Tower");
  expect([start, investing].map(({ view }) => refusedText(["end"], view))).toEqual(["end building", "end turn"]);
  expect(refusedText(["floor 1"], start.view)).toBeNull();
});

test("who can build must, and then may", () => {
  const asked = (["build", "end building", "buy", "show"] as const).map((action) =>
    prompt(offering(action).view, words),
  );
  expect(new Set(asked).size).toBeGreaterThan(2);
});

test("the variant is told where it is not the usual one", () => {
  expect(status(start.view, words)).not.toContain("closed");
  expect(status({ ...start.view, variant: "closed-swift" }, words)).toMatch(/^Closed game, swift end · /);
});

describe("floors", () => {
  test("belong to whom their colour says, or to nobody", () => {
    const floors = sitesOf(end).flatMap((site) => stack(end, site, words));
    const named = Object.values(end.table.sites).flat();
    expect(floors).toHaveLength(named.length);
    expect(new Set(floors.map(({ seat }) => seat))).toEqual(new Set([null, 0, 1, 2]));
    expect(floors.filter(({ seat }) => seat === 2)).toHaveLength(
      named.filter((name) => name.startsWith("blue")).length,
    );
  });

  test("stand on one another", () => {
    const standing = pieces(end, words, true);
    expect(standing).toHaveLength(Object.values(end.table.sites).flat().length);
    const site = sitesOf(end).find((one) => (end.table.sites[one]?.length ?? 0) > 1) ?? "";
    const [first, second] = standing.filter(({ key }) => key.startsWith(`${site} `));
    expect(first?.at[1]).toBe(0);
    expect(second?.at[1]).toBeGreaterThan(0);
    expect(standing[0]?.turn).not.toBe(pieces(end, words, false)[0]?.turn);
  });

  test("a penthouse has a roof on top of its walls", () => {
    const floors = [{ seat: 0, kind: "1" } as const, { seat: 0, kind: "penthouse" } as const];
    expect(heightOf(floors)).toBeGreaterThan(wallOf(floors));
    expect(heightOf(floors.slice(0, 1))).toBe(wallOf(floors.slice(0, 1)));
  });

  test("may be left in the shop, unless they are not for sale", () => {
    expect([left(investing.view, 2, "skyline"), left(investing.view, 2, "neutral")]).toEqual([null, 6]);
    const hidden = { ...investing.view, table: { ...investing.view.table, supply: [null, null, null] } };
    expect(left(hidden, 0, "4")).toBeNull();
  });

  test("are bought and sold where one invests", () => {
    const parts = (moment: typeof start) => things(moment.view, words).filter((thing) => thing.parts);
    expect(parts(start)).toEqual([]);
    expect(parts(investing)).toHaveLength(6);
  });
});

test("a place tells its floors, and who alone may build there", () => {
  const labels = places(offering("show").view, words).map(({ label }) => label);
  expect(labels.find((label) => label.startsWith("c5:"))).toContain("Blue");
  expect(labels.some((label) => label.includes("orange"))).toBe(true);
});

describe("consequences", () => {
  test("what a floor costs, and to whom, is certain", () => {
    expect(knownConsequences(moveOf(start, "build 1 a2"), start.view, words)).toEqual([
      { text: costText(1, null, words) },
    ]);
    expect(costText(4, 1, words)).toContain("Purple");
    expect(costText(0, 1, words)).not.toContain("Purple");
  });

  test("a penthouse brings what the server says", () => {
    const { view } = start;
    const { data } = moveOf(start, "build 1 a2");
    if (data.action !== "build") throw new Error("that does not build");
    const told = (next_penthouse: typeof view.table.next_penthouse) =>
      knownConsequences(
        { id: 1, text: "", data: { ...data, floor: "penthouse" } },
        { ...view, table: { ...view.table, next_penthouse } },
        words,
      ).length;
    const nothing = { skyline: false, ends: false, draws: false };
    const cases = [nothing, { ...nothing, draws: true }, { skyline: true, ends: true, draws: true }];
    expect(cases.map(told)).toEqual([2, 3, 5]);
  });

  test("money tells when it can be no more", () => {
    const { view } = start;
    const money = view.table.money.with(2, view.table.components.most_money);
    const told = consequences(view, { ...view, table: { ...view.table, money } }, words);
    expect(told).toEqual([{ seat: 2, text: expect.stringMatching(/10 → 30 .*no more than 30/) }]);
  });

  test("money and income change", () => {
    const { view, tried } = start;
    const told = tried ? consequences(view, tried.trial, words) : [];
    expect(told).toContainEqual(expect.objectContaining({ seat: 2, text: expect.stringContaining("10 → 9") }));
    expect(told).toContainEqual(
      expect.objectContaining({ seat: 2, text: expect.stringContaining("0 → 1"), good: true }),
    );
  });

  test("an orange site is won by one and lost by another", () => {
    const { view } = offering("show");
    const tops = [[], ["b10"], ["b4", "c7"]];
    const told = consequences(view, { ...view, table: { ...view.table, orange_tops: tops } }, words);
    expect(told).toEqual([
      { seat: 0, text: expect.stringContaining("b10") },
      { seat: 1, text: expect.stringContaining("b10"), good: true },
    ]);
  });

  test("a figure comes to stand", () => {
    const { view } = start;
    const cards = view.table.own_cards.map((card, n) => ({ ...card, found: n === 1 }));
    const told = consequences(view, { ...view, table: { ...view.table, own_cards: cards } }, words);
    expect(told).toEqual([{ text: expect.stringContaining("US Bank Tower"), good: true }]);
  });
});

test("what somebody has announced is told in the order of a turn", () => {
  const { tried } = start;
  expect(tried && announced(tried.trial.table, 2, words.say)).toContain("b11");
  expect(announced(start.view.table, 0, words.say)).toBe("");
});

test("a group is drawn around its sites, and not between them", () => {
  const edges = (sites: readonly string[]) => outlines([{ sites, income: 0 }], 0.05).getAttribute("position").count / 6;
  expect([edges(["a1"]), edges(["a2", "b2"]), edges(["a2", "a3", "b2", "b3"])]).toEqual([4, 6, 8]);
});

test("every kind of decision was seen", () => {
  const actions = moments.flatMap(({ view }) => view.moves.map(({ data }) => data.action));
  expect([...new Set(actions)].sort()).toEqual(["build", "buy", "end building", "end turn", "sell", "show", "trade"]);
});
