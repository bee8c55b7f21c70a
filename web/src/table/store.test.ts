import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../shared/api";
import { useGames } from "../shared/games";
import { setSettings } from "../shared/settings";
import { FakeSocket, socket } from "../testing/socket";
import type { TableUpdate } from "./connection";
import type { Game, Move } from "./game";
import {
  choose,
  confirm,
  connect,
  follow,
  isCovered,
  passesTo,
  playMoves,
  requestHint,
  undo,
  useTable,
  weakness,
} from "./store";

const GAME = { choices: ({ text }: Move) => text.split(" ") } as unknown as Game;
vi.mock("./games", () => ({ loadGame: async () => GAME }));

const moves = (...texts: string[]) => texts.map((text, id) => ({ id, text }));

interface Changes {
  id?: string;
  version?: string;
  seat?: number;
  player?: number;
  own?: readonly number[];
  moves?: ReturnType<typeof moves>;
  undo?: boolean;
  lesson?: { step: number; reads: boolean } | null;
}

/** An update of a table with people only. */
function updateOf({
  id = "t1",
  version = "1",
  seat = 0,
  player = 0,
  own = [0],
  moves = [],
  undo = false,
  lesson = null,
}: Changes): TableUpdate {
  const chairs = Array.from({ length: 3 }, () => ({ kind: "person", resigned: false }));
  return {
    tell: "table",
    table: { id, game: "castles", status: "playing", chairs, own_seats: own, hints: true, lesson },
    view: { game: "castles", seat, player, moves },
    version,
    seat,
    undo,
    log: { from: 0, lines: [], since: 0 },
    chat: { from: 0, lines: [] },
  } as unknown as TableUpdate;
}

const receive = async (changes: Changes) => {
  socket().receive(updateOf(changes));
  await vi.advanceTimersByTimeAsync(0); // until the game is loaded
};
const sent = () => socket().sent.map(({ id, ...command }) => command);
const state = useTable.getState;

let disconnect: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  disconnect = connect("t1", null);
  socket().open();
});

afterEach(() => {
  disconnect();
  useTable.setState(useTable.getInitialState(), true);
  setSettings({ takeSingleMoves: true, coach: false });
  vi.useRealTimers();
});

test("a move is chosen part by part, tried, and made when it is confirmed", async () => {
  await receive({ moves: moves("floor a1", "floor b2", "roof a1") });
  choose("floor");
  expect(sent()).toEqual([]);
  choose("b2");
  expect(sent()).toEqual([{ do: "try", seat: 0, version: "1", move: 1 }]);
  socket().receive({ tell: "trial", move: 1, view: null });
  expect(state().trial?.move).toBe(1);
  choose("b2");
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 1 });
  expect(state().pending).toBe(true);
  await receive({ version: "2", player: 1 });
  expect(state()).toMatchObject({ pending: false, chosen: [], trial: null });
});

test("while a move is on its way, nothing else is chosen", async () => {
  await receive({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  confirm();
  choose("roof");
  confirm();
  expect(sent().filter((command) => command.do === "move")).toHaveLength(1);
  expect(state().chosen).toEqual(["floor"]);
});

test("a move for a table that has changed meanwhile is forgotten, and one can choose again", async () => {
  await receive({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  confirm();
  const id = socket().sent.at(-1)?.id ?? null;
  socket().receive({ tell: "refused", id, error: { code: "stale", text: "The table has changed." } });
  expect(state()).toMatchObject({ pending: false, chosen: [], trial: null, refusal: "The table has changed." });
  await receive({ version: "2", moves: moves("roof a1", "roof b2") });
  expect(state().refusal).toBeNull();
  choose("b2");
  expect(sent().at(-1)).toEqual({ do: "try", seat: 0, version: "2", move: 1 });
});

test("the same view told again leaves the choice alone", async () => {
  await receive({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  await receive({ moves: moves("floor a1", "roof a1") });
  expect(state().chosen).toEqual(["floor"]);
});

test("a step of a lesson that is read refuses nothing by itself, and the next forgets what it refused", async () => {
  await receive({ moves: moves("floor a1"), lesson: { step: 0, reads: true } });
  expect(sent()).toEqual([]);
  choose("floor", "a1");
  socket().receive({ tell: "refused", id: null, error: { code: "lesson_reads", text: "Read this first." } });
  expect(state().refusal).toBe("Read this first.");
  await receive({ moves: moves("floor a1"), lesson: { step: 1, reads: false } });
  expect(state()).toMatchObject({ chosen: [], refusal: null });
  expect(sent().at(-1)).toEqual({ do: "try", seat: 0, version: "1", move: 0 });
});

test("a decision with a single answer is shown, and then taken", async () => {
  await receive({ moves: moves("pass") });
  expect(sent()).toEqual([{ do: "try", seat: 0, version: "1", move: 0 }]);
  vi.advanceTimersByTime(900);
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 0 });
});

test("but not by itself where the player wants to be asked", async () => {
  setSettings({ takeSingleMoves: false });
  await receive({ moves: moves("pass") });
  vi.advanceTimersByTime(5000);
  expect(sent().some((command) => command.do === "move")).toBe(false);
});

test("nor after an undo, until the player has decided something", async () => {
  await receive({ moves: moves("pass"), undo: true });
  undo();
  expect(sent().at(-1)).toEqual({ do: "undo", seat: 0, version: "1" });
  await receive({ version: "2", moves: moves("pass") });
  vi.advanceTimersByTime(5000);
  expect(sent().some((command) => command.do === "move")).toBe(false);
  confirm();
  await receive({ version: "3", moves: moves("pass") });
  vi.advanceTimersByTime(900);
  expect(sent().filter((command) => command.do === "move")).toHaveLength(2);
});

test("moves that follow one another are made one by one", async () => {
  await receive({ moves: moves("lay 3", "lay 5", "stop") });
  playMoves(["lay 5", "lay 3", "stop"]);
  await receive({ version: "2", moves: moves("lay 3", "stop") });
  await receive({ version: "3", moves: moves("stop", "lay 4") });
  expect(sent().map((command) => [command["version"], command["move"]])).toEqual([
    ["1", 1],
    ["2", 0],
    ["3", 0],
  ]);
});

test("and no further when one is refused", async () => {
  await receive({ moves: moves("lay 3", "lay 5", "stop") });
  playMoves(["lay 5", "stop"]);
  const id = socket().sent.at(-1)?.id ?? null;
  socket().receive({ tell: "refused", id, error: { code: "stale", text: "The table has changed." } });
  await receive({ version: "2", moves: moves("lay 3", "stop") });
  expect(sent()).toHaveLength(1);
});

test("at another table nothing is left of the first but the game that both play", async () => {
  await receive({ moves: moves("floor a1", "roof a1") });
  choose("floor");
  disconnect();
  disconnect = connect("t2", null);
  socket().open();
  await receive({ id: "t2", moves: moves("floor a1", "roof a1") });
  expect(state()).toMatchObject({ chosen: [], game: GAME, connected: true });
  choose("roof");
  confirm();
  expect(sent().at(-1)).toEqual({ do: "move", seat: 0, version: "1", move: 1 });
});

test("whoever may not be here is told why", () => {
  socket().receive({ tell: "refused", id: null, error: { code: "private", text: "This table is by invitation." } });
  expect(state().denied).toBe("This table is by invitation.");
});

test("at one screen the turn passes on, and secrets are covered", async () => {
  await receive({ own: [0, 2], player: 2 });
  expect([passesTo(state()), isCovered(state())]).toEqual([2, true]);
  await receive({ version: "2", own: [0, 2], player: 1 });
  expect([passesTo(state()), isCovered(state())]).toEqual([null, false]);
});

test("a game is covered if the server says that it has secrets", async () => {
  await receive({ own: [0, 2], player: 2 });
  const covered = [true, false].map((secrets) => {
    useGames.setState({ games: [{ name: "castles", secrets } as GameInfo] });
    return isCovered(state());
  });
  useGames.setState(useGames.getInitialState(), true);
  expect(covered).toEqual([true, false]);
});

test("while the game is being prepared it says how far it is, and denies nothing", async () => {
  useTable.setState({ update: null });
  socket().receive({ tell: "refused", id: null, error: { code: "preparing", text: "Castles: 60 %" } });
  expect(state()).toMatchObject({ preparing: "Castles: 60 %", denied: null });
  await receive({});
  expect(state().preparing).toBeNull();
});

// --- hints and the coach -------------------------------------------------------------------------------------

const hintOf = (version: string, best: number, ...weak: number[]) => ({
  tell: "hint" as const,
  version,
  best: [{ move: best, text: "", chance: 0.6, view: null }],
  weak: weak.map((move) => ({ move, chance: 0.2 })),
});
const asksForHint = { do: "hint", seat: 0 };
const decideWithCoach = async () => {
  setSettings({ coach: true });
  await receive({ moves: moves("floor a1", "floor b2") });
};

test("a hint that was asked for is shown, with the best move chosen, and is not fetched twice", async () => {
  await receive({ moves: moves("floor a1", "floor b2") });
  requestHint();
  socket().receive(hintOf("1", 1));
  expect(state()).toMatchObject({ hintShown: true, chosen: ["floor", "b2"] });
  choose("a1");
  requestHint();
  expect(state().chosen).toEqual(["floor", "b2"]);
  expect(sent().filter((command) => command.do === "hint")).toEqual([asksForHint]);
});

test("a hint about an earlier view is not shown", async () => {
  await receive({ moves: moves("floor a1", "floor b2") });
  requestHint();
  await receive({ version: "2", moves: moves("floor c3", "floor d4") });
  socket().receive(hintOf("1", 1));
  expect(state()).toMatchObject({ hint: null, hintShown: false, chosen: [] });
});

test("the coach is off, until it is wanted", async () => {
  await receive({ moves: moves("floor a1", "floor b2") });
  expect(sent()).toEqual([]);
  setSettings({ coach: true });
  expect(sent()).toEqual([asksForHint]);
});

test("the coach warns of a weak move once", async () => {
  await decideWithCoach();
  socket().receive(hintOf("1", 1, 0));
  expect(state().hintShown).toBe(false);
  choose("floor", "a1");
  confirm();
  expect(state().warned).toBe(0);
  expect(weakness(state(), { id: 0 } as Move)).toEqual({ move: 0, chance: 0.2 });
  expect(sent().some((command) => command.do === "move")).toBe(false);
  confirm();
  expect(sent().at(-1)).toMatchObject({ do: "move", move: 0 });
});

test("a better move that the coach has shown needs no second word", async () => {
  await decideWithCoach();
  socket().receive(hintOf("1", 1, 0));
  choose("floor", "a1");
  confirm();
  follow({ move: 1, text: "", chance: 0.6, view: null });
  confirm();
  expect(sent().at(-1)).toMatchObject({ do: "move", move: 1 });
});

test("what is confirmed before the coach has thought waits for it", async () => {
  await decideWithCoach();
  choose("floor", "b2");
  confirm();
  expect(sent().some((command) => command.do === "move")).toBe(false);
  socket().receive(hintOf("1", 1, 0));
  expect(sent().at(-1)).toMatchObject({ do: "move", move: 1 });
});

test("whoever chooses again while the coach thinks has confirmed nothing", async () => {
  await decideWithCoach();
  choose("floor", "a1");
  confirm();
  choose("b2");
  socket().receive(hintOf("1", 1));
  expect(sent().some((command) => command.do === "move")).toBe(false);
});

test.each([
  ["it may not think", () => socket().receive({ tell: "refused", id: null, error: { code: "too_many", text: "" } })],
  ["the connection is lost", () => socket().disconnect()],
])("nobody waits for the coach when %s", async (_, happens) => {
  await decideWithCoach();
  choose("floor", "a1");
  confirm();
  happens();
  expect(state()).toMatchObject({ pending: true, refusal: null, warned: null });
});

test("the coach has nothing to say about a forced move", async () => {
  setSettings({ coach: true });
  await receive({ moves: moves("pass") });
  expect(sent().some((command) => command.do === "hint")).toBe(false);
});

test("what is new is announced line by line, also what has been said before", async () => {
  const said = () => useTable.getState().announced.map(({ text }) => text);
  const news = (from: number, ...texts: string[]) =>
    ({ from, lines: texts.map((text) => ({ text })), since: 0 }) as unknown as TableUpdate["log"];
  await receive({ player: 1 });
  socket().receive({ ...updateOf({ version: "2", player: 1 }), log: news(0, "Bea draws.", "Cem draws.") });
  socket().receive({ ...updateOf({ version: "3" }), log: news(2, "Cem draws.") });
  expect(said()).toEqual(["Bea draws.", "Cem draws.", "Cem draws.", "Your turn"]);
  socket().receive({ ...updateOf({ version: "4" }), log: news(0, "Bea draws.", "Cem draws.", "Cem draws.") });
  socket().receive({ ...updateOf({ version: "5" }), log: news(2) });
  expect(said().slice(4)).toEqual(["A move has been taken back."]);
  expect(new Set(useTable.getState().announced.map(({ n }) => n)).size).toBe(5);
});

test("the next person at the screen is told the own news, and nothing that the one before was told", async () => {
  const said = () => useTable.getState().announced.map(({ text }) => text);
  const told = (...texts: string[]) =>
    ({ from: 0, lines: texts.map((text) => ({ text })), since: 0 }) as unknown as TableUpdate["log"];
  await receive({ own: [0, 1] });
  socket().receive({ ...updateOf({ version: "2", own: [0, 1], player: 1 }), log: told("You lay a 3.", "Bea passes.") });
  expect(said()).toEqual(["You lay a 3.", "Bea passes."]);
  socket().receive({ ...updateOf({ version: "3", own: [0, 1], seat: 1, player: 1 }), log: told("Bea passes.") });
  expect(said()).toEqual(["", "Bea passes."]);
});
