import { describe, expect, test } from "vitest";
import { theMove } from "../../table/choosing";
import { played } from "../../testing/views";
import {
  flipped,
  fromAnchor,
  gripOf,
  lotAt,
  type NewYork1901View,
  orientations,
  squareName,
  squareOf,
  type Tile,
  turned,
} from "./model";
import { choices, FLIP, heldOf, isSquare, NEXT, pick, refusedMove, shortcuts, TURN, TURN_BACK } from "./picking";
import { views } from "./views.gen";

const { offering } = played(views);
const acquiring = offering("acquire").view;
const building = offering("build").view;
const rebuilding = offering("rebuild").view;

const tileOf = (name: string): Tile => {
  const tile = building.table.tiles[name];
  if (!tile) throw new Error(`there is no tile called ${name}`);
  return tile;
};
const chosen = (view: NewYork1901View, picked: readonly string[]) => theMove(view.moves, picked, choices)?.text ?? null;
const squares = (picked: readonly string[]) => picked.filter(isSquare);

describe("tiles", () => {
  test("lie in as many ways as look different", () => {
    const ways = (name: string) => orientations(tileOf(name)).length;
    expect([ways("bronze I2"), ways("bronze V3"), ways("silver O4"), ways("gold L5")]).toEqual([2, 4, 1, 8]);
  });

  test("are back where they were after four quarters, or two flips", () => {
    for (const tile of Object.values(building.table.tiles)) {
      const all = orientations(tile);
      const lying = (key: string) => all.find((one) => one.key === key) ?? all[0];
      for (const start of all) {
        let now = start;
        for (let n = 0; n < 4; n++) now = lying(turned(tile, now, 1)) ?? now;
        expect(now.key).toBe(start.key);
        expect(turned(tile, lying(turned(tile, start, 1)) ?? start, 3)).toBe(start.key);
        expect(flipped(tile, lying(flipped(tile, start)) ?? start)).toBe(start.key);
      }
    }
  });

  test("are counted from the leftmost square of the top row", () => {
    const lying = fromAnchor([
      [3, 5],
      [2, 5],
      [2, 4],
    ]);
    expect(lying).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ]);
  });

  test("are held by the square nearest to their middle", () => {
    expect(
      gripOf([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ).toEqual([1, 0]);
  });
});

test("squares have names, and lots lie on them", () => {
  expect([squareName([0, 0]), squareName([16, 17])]).toEqual(["a1", "q18"]);
  expect(squareOf("j11")).toEqual([9, 10]);
  expect(lotAt(acquiring.table, "j11")).toBe("B1");
});

describe("without a tile in hand", () => {
  test("a square means its lot", () => {
    const lot = acquiring.table.lots["Y9"];
    const picked = pick([lot?.squares[0] ?? ""], acquiring, []);
    expect(squares(picked)).toEqual(lot?.squares);
    expect(chosen(acquiring, picked)).toBe("acquire Y9");
  });

  test("a square of no use means its lot too, and the server says why not", () => {
    const picked = pick(["j11"], acquiring, []);
    expect(squares(picked)).toEqual(acquiring.table.lots["B1"]?.squares);
    expect(chosen(acquiring, picked)).toBeNull();
    expect(refusedMove(picked, acquiring)).toBe("acquire B1");
  });

  test("nothing can be turned", () => {
    const nothing: readonly string[] = [];
    expect(pick([TURN], building, nothing)).toBe(nothing);
    expect(shortcuts["r"]?.picks(building, nothing)).toEqual([]);
  });
});

describe("a tile in hand", () => {
  test("that fits in one place only goes there at once", () => {
    const picked = pick(["tile bronze I2"], building, []);
    expect(chosen(building, picked)).toBe("build bronze I2 i6 turned 90");
    expect(squares(picked)).toEqual(["i6", "i7"]);
  });

  test("that fits nowhere is held all the same", () => {
    const picked = pick(["tile gold L5"], building, []);
    expect(squares(picked)).toEqual([]);
    expect(heldOf(building.table, picked)?.name).toBe("gold L5");
  });

  test("is turned and flipped, and turned back", () => {
    const held = pick(["tile gold L5"], building, []);
    const right = pick([TURN], building, held);
    const over = pick([FLIP], building, held);
    expect(heldOf(building.table, right)?.lying.turned).toBe(90);
    expect(heldOf(building.table, over)?.lying.mirrored).toBe(true);
    expect(pick([TURN_BACK], building, right)).toEqual(held);
    expect(shortcuts["r"]?.picks(building, held)).toEqual([TURN]);
  });

  test("snaps to a legal place near by", () => {
    const held = ["tile bronze I2", "lies 90"];
    for (const near of ["i6", "i7", "h6", "i5"]) expect(squares(pick([near], building, held))).toEqual(["i6", "i7"]);
    for (const far of ["i8", "k6"]) expect(squares(pick([far], building, held))).not.toEqual(["i6", "i7"]);
  });

  test("snaps to the nearest of several legal places", () => {
    const moves = building.moves.flatMap((move) => {
      if (move.data.action !== "build") return [move];
      return [move, { ...move, data: { ...move.data, squares: ["i7", "i8"] } }];
    });
    const held = ["tile bronze I2", "lies 90"];
    for (const some of [moves, moves.toReversed()]) {
      const view = { ...building, moves: some };
      expect(squares(pick(["i6"], view, held))).toEqual(["i6", "i7"]);
      expect(squares(pick(["i7"], view, held))).toEqual(["i7", "i8"]);
    }
  });

  test("lies as it is held where it may not, and the server says why not", () => {
    const picked = pick(["j11"], building, ["tile bronze I2", "lies 0"]);
    expect(squares(picked)).toContain("j11");
    expect(refusedMove(picked, building)).toMatch(/^build bronze I2 [ij]11$/);
  });

  test("picked again stays as it is: only a place confirms", () => {
    const picked = pick(["tile bronze I2"], building, []);
    expect(pick(["tile bronze I2"], building, picked)).toBe(picked);
  });

  test("is told by its anchor, and how it lies", () => {
    const lying = ["tile bronze L4", "lies mirrored 270", "o7", "o6", "n6", "m6"];
    expect(refusedMove(lying, rebuilding)).toBe("build bronze L4 m6 mirrored turned 270");
    expect(refusedMove(["tile silver V3", "lies 0", "o15"], rebuilding)).toBeNull(); // it hangs over the edge
    expect(refusedMove(["tile silver V3", "lies 0"], rebuilding)).toBeNull();
  });
});

test("one goes through all places for what is held, and begins again", () => {
  const yellow = acquiring.moves
    .filter(({ data }) => "card" in data && data.card === "yellow 2")
    .map(({ text }) => text);
  let picked: readonly string[] = [];
  const gone = [...yellow, "again"].map(() => {
    picked = pick([NEXT], acquiring, picked);
    return chosen(acquiring, picked);
  });
  expect(gone).toEqual([...yellow, yellow[0]]);
});
