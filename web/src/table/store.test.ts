import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSettings } from "../shared/settings";
import { FakeSocket, line } from "../testing/socket";
import type { Letter } from "./connection";
import type { Game, Move } from "./game";
import { choose, confirm, enter, isCovered, passesTo, playMoves, undo, useTable } from "./store";

const GAME = { secrets: true, choices: ({ text }: Move) => text.split(" ") } as unknown as Game;
vi.mock("./games", () => ({ loadGame: async () => GAME }));

const moves = (...texts: string[]) => texts.map((text, id) => ({ id, text }));

interface Told {
  id?: string;
  version?: string;
  seat?: number;
  player?: number;
  own?: readonly number[];
  moves?: ReturnType<typeof moves>;
  undo?: boolean;
}

/** An update of a table with people only. */
function letter({ id = "t1", version = "1", seat = 0, player = 0, own = [0], moves = [], undo = false }: Told): Letter {
  const chairs = Array.from({ length: 3 }, () => ({ kind: "person", resigned: false }));
  return {
    tell: "table",
    table: { id, game: "castles", status: "playing", chairs, own_seats: own, hints: true },
    view: { game: "castles", seat, player, moves },
    version,
    seat,
    undo,
    log: { from: 0, lines: [], since: 0 },
    chat: { from: 0, lines: [] },
  } as unknown as Letter;
}

const hear = async (told: Told) => {
  line().tell(letter(told));
  await vi.advanceTimersByTimeAsync(0); // until the game is loaded
};
const sent = () => line().sent.map(({ id, ...wish }) => wish);
const state = useTable.getState;

let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  leave = enter("t1", null);
  line().open();
});

afterEach(() => {
  leave();
  useTable.setState(useTable.getInitialState(), true);
  setSettings({ takeSingleMoves: true });
  vi.useRealTimers();
});

test("a move is chosen part by part, tried, and made when it is confirmed", async () => {
  await hear({ moves: moves("floor a1", "floor b2", "roof a1") });
  choose("floor");
  expect(sent()).toEqual([]);
  choose("b2");
  expect(sent()).toEqual([{ do: "try", seat: 0, version: "1", move: 1 }]);
  line().tell({ tell: "trial", move: 1, view: null });
  expect(state().trial?.move).toBe(1);
  choose("b2");
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 1 });
  expect(state().sent).toBe(true);
  await hear({ version: "2", player: 1 });
  expect(state()).toMatchObject({ sent: false, chosen: [], trial: null });
});

test("while a move is on its way, nothing else is chosen", async () => {
  await hear({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  confirm();
  choose("roof");
  confirm();
  expect(sent().filter((wish) => wish.do === "move")).toHaveLength(1);
  expect(state().chosen).toEqual(["floor"]);
});

test("a move for a table that has changed meanwhile is forgotten, and one can choose again", async () => {
  await hear({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  confirm();
  const id = line().sent.at(-1)?.id ?? null;
  line().tell({ tell: "refused", id, error: { code: "stale", text: "The table has changed." } });
  expect(state()).toMatchObject({ sent: false, chosen: [], trial: null, refusal: "The table has changed." });
  await hear({ version: "2", moves: moves("roof a1", "roof b2") });
  expect(state().refusal).toBeNull();
  choose("b2");
  expect(sent().at(-1)).toEqual({ do: "try", seat: 0, version: "2", move: 1 });
});

test("the same view told again leaves the choice alone", async () => {
  await hear({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  await hear({ moves: moves("floor a1", "roof a1") });
  expect(state().chosen).toEqual(["floor"]);
});

test("a decision with a single answer is shown, and then taken", async () => {
  await hear({ moves: moves("pass") });
  expect(sent()).toEqual([{ do: "try", seat: 0, version: "1", move: 0 }]);
  vi.advanceTimersByTime(900);
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 0 });
});

test("but not by itself where the player wants to be asked", async () => {
  setSettings({ takeSingleMoves: false });
  await hear({ moves: moves("pass") });
  vi.advanceTimersByTime(5000);
  expect(sent().some((wish) => wish.do === "move")).toBe(false);
});

test("nor after an undo, until the player has decided something", async () => {
  await hear({ moves: moves("pass"), undo: true });
  undo();
  expect(sent().at(-1)).toEqual({ do: "undo", seat: 0, version: "1" });
  await hear({ version: "2", moves: moves("pass") });
  vi.advanceTimersByTime(5000);
  expect(sent().some((wish) => wish.do === "move")).toBe(false);
  confirm();
  await hear({ version: "3", moves: moves("pass") });
  vi.advanceTimersByTime(900);
  expect(sent().filter((wish) => wish.do === "move")).toHaveLength(2);
});

test("moves that follow one another are made one by one", async () => {
  await hear({ moves: moves("lay 3", "lay 5", "stop") });
  playMoves(["lay 5", "lay 3", "stop"]);
  await hear({ version: "2", moves: moves("lay 3", "stop") });
  await hear({ version: "3", moves: moves("stop", "lay 4") });
  expect(sent().map((wish) => [wish["version"], wish["move"]])).toEqual([
    ["1", 1],
    ["2", 0],
    ["3", 0],
  ]);
});

test("and no further when one is refused", async () => {
  await hear({ moves: moves("lay 3", "lay 5", "stop") });
  playMoves(["lay 5", "stop"]);
  const id = line().sent.at(-1)?.id ?? null;
  line().tell({ tell: "refused", id, error: { code: "stale", text: "The table has changed." } });
  await hear({ version: "2", moves: moves("lay 3", "stop") });
  expect(sent()).toHaveLength(1);
});

test("at another table nothing is left of the first but the game that both play", async () => {
  await hear({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  leave();
  leave = enter("t2", null);
  line().open();
  await hear({ id: "t2", moves: moves("floor a1", "roof a1") });
  expect(state()).toMatchObject({ chosen: [], game: GAME, connected: true });
  choose("roof");
  confirm();
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 1 });
});

test("whoever may not be here is told why", () => {
  line().tell({ tell: "refused", id: null, error: { code: "private", text: "This table is by invitation." } });
  expect(state().shut).toBe("This table is by invitation.");
});

test("at one screen the turn passes on, and secrets are covered", async () => {
  await hear({ own: [0, 2], player: 2 });
  expect([passesTo(state()), isCovered(state())]).toEqual([2, true]);
  await hear({ version: "2", own: [0, 2], player: 1 });
  expect([passesTo(state()), isCovered(state())]).toEqual([null, false]);
});
