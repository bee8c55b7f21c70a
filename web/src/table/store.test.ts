import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../shared/api";
import { useGames } from "../shared/games";
import { setSettings } from "../shared/settings";
import { FakeSocket, socket } from "../testing/socket";
import type { TableUpdate } from "./connection";
import type { Game, Move } from "./game";
import { choose, confirm, connect, isCovered, passesTo, playMoves, undo, useTable } from "./store";

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
}: Changes): TableUpdate {
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
  setSettings({ takeSingleMoves: true });
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
