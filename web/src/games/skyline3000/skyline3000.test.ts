import type { BufferAttribute } from "three";
import { describe, expect, test } from "vitest";
import type { LogLine } from "../../table/game";
import { played } from "../../testing/views";
import { openedBids, without } from "./bids";
import { BLOCK_SIZE, blockAt, FLOOR, FOUNDATION, largeAt, PLATE, pieces, places, SIGN_DEPTH, smallAt } from "./city";
import skyline3000 from "./index";
import { choices, describe as described, prompt, refusedText, skipsConfirmation, things } from "./moves";
import { shapes } from "./shapes";
import { type Move, numberOf, totalOf } from "./view";
import { views } from "./views.gen";
import { cardName, consequences, handText, status } from "./words";

const { words, offering, moments, end } = played(views);

const moveOf = (action: Move["data"]["action"], text: string) => {
  const { view } = offering(action);
  const move = view.moves.find((one) => one.text === text);
  if (!move) throw new Error(`${text} is not possible`);
  return { move, view };
};

/** What a trial of this kind of move would change, in words. */
function changes(text: string): readonly string[] {
  const found = moments.find(({ tried }) => tried?.move.text === text);
  if (!found?.tried) throw new Error(`${text} was not tried`);
  return consequences(found.view, found.tried.trial, words).map((one) => one.text);
}

test("cards are worth their numbers", () => {
  expect([numberOf("red 5"), numberOf("floor 1")]).toEqual([5, 1]);
  expect(totalOf(["red 5", "floor 1", "roof 7"])).toBe(13);
  expect(cardName("floor 3", words)).toBe("floor 3");
});

describe("moves", () => {
  test.each<[Move["data"]["action"], string, string[]]>([
    ["play", "play floor 1", ["card floor 1"]],
    ["billboard", "billboard R1", ["billboard", "R1"]],
    ["floor", "new building", ["new"]],
    ["roof", "gable roof on 3", ["gable roof", "unfinished 3"]],
    ["anchor", "anchor gable 1 Y3", ["gable 1", "Y3", "on empty"]],
    ["anchor", "anchor gable 1 Y3 billboard", ["gable 1", "Y3", "on billboard"]],
    ["lay", "lay red 2", ["lay red 2"]],
    ["place", "place B3", ["B3"]],
    ["draw", "draw roof", ["draw roof"]],
    ["stop", "stop", ["stop"]],
  ])("%s: %s is chosen by its parts", (action, text, keys) => {
    expect(choices(moveOf(action, text).move)).toEqual(keys);
  });

  test("are said as one would at the table", () => {
    const over = moveOf("anchor", "anchor gable 1 Y3 billboard");
    expect(described(over.move, over.view, words)).toContain("Y3");
    const amenity = moveOf("place", "place B3");
    expect(described(amenity.move, amenity.view, words)).toBe("Place a green space in B3");
  });

  test("that only begin something are made at once, as far as they can be taken back", () => {
    const { view, tried } = offering("floor");
    expect(tried && skipsConfirmation(tried.move, view, tried.trial)).toBe(true); // the second floor is asked for next
    const card = moveOf("play", "play floor 1");
    expect(skipsConfirmation(card.move, card.view, null)).toBe(false);
    expect(skipsConfirmation(moveOf("draw", "draw roof").move, offering("draw").view, null)).toBe(true);
    const { move, view: action } = moveOf("billboard", "billboard R1");
    expect(skipsConfirmation(move, action, action)).toBe(false);
  });
});

test("the server is asked about what was pointed at, by what is decided", () => {
  expect(refusedText(["R2"], offering("play").view)).toBe("billboard R2");
  expect(refusedText(["B1", "gable 2"], offering("anchor").view)).toBe("anchor gable 2 B1");
  expect(refusedText(["B1"], offering("anchor").view)).toBe("anchor barrel 1 B1");
  expect(refusedText(["unfinished 1", "gable roof"], offering("roof").view)).toBe("gable roof on 1");
  expect(refusedText(["B1"], offering("lay").view)).toBeNull();
});

test("a tower in the factory hides no foundation of the blocks behind it", () => {
  const { view } = offering("play");
  const tower = { unfinished: [12], barrel: [8], gable: [] };
  const tall = { ...view, table: { ...view.table, factories: view.table.factories.map(() => tower) } };
  const front = Math.max(...Object.keys(tall.table.blocks).map((block) => smallAt(block, 0)[2])) + FOUNDATION / 2;
  for (const { key, at, size } of places(tall, words).filter(({ key }) => / (8|12)$/.test(key))) {
    const behind = at[2] - FLOOR[2] / 2 - (at[1] + size[1] - PLATE) / Math.tan(skyline3000.viewpoint.elevation);
    expect([key, behind > front]).toEqual([key, true]);
    const highest = Math.max(
      ...pieces(tall)
        .filter((piece) => piece.at[2] === at[2])
        .map((piece) => piece.at[1]),
    );
    expect(highest).toBeLessThan(at[1] + size[1]);
  }
});

test.each(["spaceport", "megamall"])("a %s hides nothing of the sign of the block behind it", (amenity) => {
  const sign = blockAt("B2")[2] + BLOCK_SIZE[2] / 2 + SIGN_DEPTH;
  const corners = shapes[amenity]?.getAttribute("position") as BufferAttribute;
  for (let n = 0; n < corners.count; n++) {
    const hidden = corners.getY(n) / Math.tan(skyline3000.viewpoint.elevation);
    expect(largeAt("B3")[2] + corners.getZ(n) - hidden).toBeGreaterThan(sign);
  }
});

test("there is a thing for every card in hand; while one bids, the bid has them", () => {
  const keys = things(offering("play").view, words).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["billboard", "pass", "card floor 1", "card blue 8", "draw contract"]));
  expect(things(offering("lay").view, words)).toEqual([]);
});

test("one is asked and told in the words of the phase", () => {
  const asked = moments.filter(({ view }) => view.player !== null).map(({ view }) => prompt(view, words));
  expect(new Set(asked).size).toBeGreaterThan(5);
  expect(status(offering("lay").view, words)).toMatch(/^Round 1 of 4: auction 1 of 3/);
});

describe("a hand", () => {
  const { table } = offering("play").view;
  const first = table.hands.find(({ cards }) => cards === null);
  const told = (hand: Partial<typeof first>) =>
    handText(0, { ...table, hands: [{ ...(first as NonNullable<typeof first>), ...hand }] }, words);

  test("of another player is a number of cards", () => {
    expect(told({})).toBe("8 cards in hand");
  });

  test("is told by its kinds and the cards seen where these are shown", () => {
    const kinds = { floor: 2, roof: 2, contract: 4 };
    expect(told({ kinds, known: ["red 5"] })).toBe(
      "8 cards in hand (floor cards 2, roof cards 2, contract cards 4), known: red 5",
    );
  });
});

describe("consequences", () => {
  test("a billboard costs a point", () => {
    expect(changes("billboard B3")).toContainEqual(expect.stringContaining("5 → 4"));
  });

  test("a floor grows the factory", () => {
    expect(changes("new building").join()).toMatch(/unfinished 1;/);
  });

  test("a building brings what its block would score", () => {
    const told = changes("anchor gable 1 Y3 billboard");
    expect(told).toContainEqual(expect.stringContaining("3 → 2"));
    expect(told.some((text) => text.includes("Y3"))).toBe(true);
  });
});

describe("bids", () => {
  const line = (kind: string, seat: number | null = null, cards: string[] = []): LogLine => ({
    text: "",
    kind,
    seat,
    places: [],
    cards,
  });
  const { view } = offering("place");
  const LOG = [
    line("round", 0),
    line("bid", 1, ["roof 3"]),
    line("bid", 2),
    line("bid", 0),
    line("wins", 1),
    line("bid", 0, ["floor 1", "floor 7"]),
    line("bid", 1),
    line("bid", 2, ["red 2"]),
    line("wins", 0),
    line("place", 0),
  ];

  test("of the latest auction are all turned up", () => {
    expect(openedBids(LOG, view)).toEqual({
      bids: [
        { seat: 0, cards: ["floor 1", "floor 7"], text: "" },
        { seat: 1, cards: [], text: "" },
        { seat: 2, cards: ["red 2"], text: "" },
      ],
      winner: 0,
    });
  });

  test("where nobody has bid anything nobody has won", () => {
    const nothing = [...LOG, line("bid", 0), line("bid", 1), line("bid", 2), line("unsold")];
    expect(openedBids(nothing, view)).toMatchObject({
      bids: [{ cards: [] }, { cards: [] }, { cards: [] }],
      winner: null,
    });
  });

  test("are gone with the round", () => {
    expect(openedBids([...LOG, line("round", 1)], view)).toBeNull();
    expect(openedBids(LOG, offering("play").view)).toBeNull();
    expect(openedBids([], view)).toBeNull();
  });

  test("leave the other cards in hand, one of two alike as well", () => {
    expect(without(["roof 3", "red 2", "roof 3"], ["roof 3"])).toEqual(["red 2", "roof 3"]);
  });
});

test("the points shown while playing are those counted at the end", () => {
  expect(end.table.points).toEqual(end.scores);
});
