import { describe, expect, test } from "vitest";
import { choosable, chosenWith, fitting, theMove } from "./choosing";

interface Move {
  readonly text: string;
}

const move = (text: string): Move => ({ text });
const choices = ({ text }: Move) => text.split(" ");

const MOVES = ["floor a1", "floor b2", "roof a1", "park c3", "pass"].map(move);
const texts = (moves: readonly Move[]) => moves.map(({ text }) => text);

describe("fitting", () => {
  test("nothing chosen leaves every move open", () => {
    expect(fitting(MOVES, [], choices)).toEqual(MOVES);
  });

  test("keys narrow the moves down in any order", () => {
    expect(texts(fitting(MOVES, ["a1"], choices))).toEqual(["floor a1", "roof a1"]);
    expect(texts(fitting(MOVES, ["a1", "roof"], choices))).toEqual(["roof a1"]);
    expect(texts(fitting(MOVES, ["roof", "a1"], choices))).toEqual(["roof a1"]);
  });

  test("keys that no move has together leave none", () => {
    expect(fitting(MOVES, ["park", "a1"], choices)).toEqual([]);
  });
});

describe("chosenWith", () => {
  test("keeps what goes together with the new choice", () => {
    expect(chosenWith(MOVES, ["floor"], ["a1"], choices)).toEqual(["a1", "floor"]);
  });

  test("drops what does not: the newest counts", () => {
    expect(chosenWith(MOVES, ["park", "c3"], ["a1"], choices)).toEqual(["a1"]);
    expect(chosenWith(MOVES, ["floor", "b2"], ["a1"], choices)).toEqual(["a1", "floor"]);
  });

  test("a key chosen twice stays one", () => {
    expect(chosenWith(MOVES, ["a1", "floor"], ["floor"], choices)).toEqual(["floor", "a1"]);
  });

  test("several keys come at once: a thing with its part", () => {
    expect(chosenWith(MOVES, ["pass"], ["roof", "a1"], choices)).toEqual(["roof", "a1"]);
  });
});

test("choosable is every key of every move", () => {
  expect([...choosable(MOVES, choices)]).toEqual(["floor", "a1", "b2", "roof", "park", "c3", "pass"]);
});

describe("theMove", () => {
  test("is the only one left, as soon as it is", () => {
    expect(theMove(MOVES, ["floor"], choices)).toBeNull();
    expect(theMove(MOVES, ["floor", "a1"], choices)?.text).toBe("floor a1");
    expect(theMove(MOVES, ["park"], choices)?.text).toBe("park c3");
  });

  test("is not chosen by choosing nothing, unless there is no other", () => {
    expect(theMove(MOVES, [], choices)).toBeNull();
    expect(theMove([move("pass")], [], choices)?.text).toBe("pass");
  });

  test("is none where the keys mean none", () => {
    expect(theMove(MOVES, ["park", "a1"], choices)).toBeNull();
    expect(theMove([], [], choices)).toBeNull();
  });
});
