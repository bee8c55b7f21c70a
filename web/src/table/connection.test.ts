import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, line } from "../testing/socket";
import { Connection, type Told } from "./connection";

const told = vi.fn<(message: Told) => void>();
const connected = vi.fn<(is: boolean) => void>();
const MOVE = { do: "move", seat: 0, version: "7", move: 42 } as const;
const LONG = 60_000;
const done = (id = ""): Told => ({ tell: "done", id, repeated: false });
const refused = (id: string | null = "", code = "unavailable"): Told => ({
  tell: "refused",
  id,
  error: { code, text: "Not now." },
});
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  connection = new Connection("t1", null, { told, connected });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** Until the client has tried to reconnect. */
const wait = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

// --- sending and retrying ---------------------------------------------------------------------------------

test("a move that was not answered is sent again under the same id", () => {
  line().open();
  connection.wish(MOVE);
  const [first] = line().sent;
  expect(first).toMatchObject(MOVE);
  expect(first?.id).toBeTruthy();
  line().drop();
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(2);
  expect(line().open().sent).toEqual([first]);
});

test("a move that was answered is not", () => {
  line().open();
  connection.wish(MOVE);
  line().tell(done(line().sent[0]?.id));
  line().drop();
  wait(LONG);
  expect(line().open().sent).toEqual([]);
});

test("every wish has an id of its own, and they come again in their order", () => {
  line().open();
  connection.wish(MOVE);
  connection.wish({ do: "say", text: "well played" });
  connection.wish({ do: "undo", seat: 0, version: "8" });
  const [move, chat, undo] = line().sent;
  expect(new Set([move?.id, chat?.id, undo?.id]).size).toBe(3);
  line().tell(done(chat?.id));
  line().drop();
  wait(LONG);
  expect(line().open().sent).toEqual([move, undo]);
});

test("a move made while the line is down waits until it is there", () => {
  connection.wish(MOVE);
  expect(line().sent).toEqual([]);
  expect(line().open().sent).toMatchObject([MOVE]);
});

test("a question is asked once: when the line is back, something else may be asked", () => {
  line().open();
  connection.wish({ do: "hint", seat: 0 });
  expect(line().sent).toEqual([{ do: "hint", seat: 0 }]);
  line().drop();
  wait(LONG);
  expect(line().open().sent).toEqual([]);
});

test.each(["unavailable", "too_many"])(
  "what the server cannot take now (%s) is sent again, and nobody is told",
  (code) => {
    line().open();
    connection.wish(MOVE);
    const [first] = line().sent;
    line().tell(refused(first?.id, code));
    expect(line().sent).toHaveLength(1);
    wait(500);
    expect(line().sent).toEqual([first, first]);
    expect(told).not.toHaveBeenCalled();
    line().tell(done(first?.id));
    wait(2000);
    expect(line().sent).toHaveLength(2);
  },
);

test("what could not be taken, and then was lost, is sent once when the line is back", () => {
  line().open();
  connection.wish(MOVE);
  const [first] = line().sent;
  line().tell(refused(first?.id));
  line().drop();
  wait(499);
  expect(FakeSocket.all).toHaveLength(2);
  wait(LONG);
  expect(line().open().sent).toEqual([first]);
});

test("a move that came too late is refused for good", () => {
  line().open();
  connection.wish(MOVE);
  const refusal = refused(line().sent[0]?.id, "stale");
  line().tell(refusal);
  expect(told).toHaveBeenCalledExactlyOnceWith(refusal);
  line().drop();
  wait(LONG);
  expect(line().open().sent).toEqual([]);
});

test("a question that is refused is told, and asked no more", () => {
  line().open();
  connection.wish({ do: "try", seat: 0, version: "7", move: "roof a1" });
  const refusal = refused(null);
  line().tell(refusal);
  expect(told).toHaveBeenCalledExactlyOnceWith(refusal);
  wait(2000);
  expect(line().sent).toHaveLength(1);
});

// --- reconnecting --------------------------------------------------------------------------------------------------

test("a lost line is tried again, more and more rarely", () => {
  const waits = [];
  for (let n = 0; n < 7; n++) {
    const before = FakeSocket.all.length;
    line().drop();
    let waited = 0;
    while (FakeSocket.all.length === before) {
      wait(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
});

test("whoever has heard the server is patient anew", () => {
  for (let n = 0; n < 4; n++) {
    line().drop();
    wait(8000);
  }
  line().open().tell({ tell: "pong" });
  line().drop();
  wait(300);
  expect(FakeSocket.all).toHaveLength(6);
});

test("the listener hears when the line goes and when it is back", () => {
  line().open();
  line().drop();
  wait(LONG);
  line().open();
  expect(connected.mock.calls).toEqual([[true], [false], [true]]);
});

test.each([4503, 4429])("a server that is busy (%i) is asked again", (code) => {
  line().drop(code);
  expect(connected).toHaveBeenCalledExactlyOnceWith(false);
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(2);
});

test.each([4401, 4403, 4404])("a server that says no (%i) is not", (code) => {
  line().drop(code);
  wait(LONG);
  expect(connected).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(1);
});

test("as soon as there is a network again, there is no need to wait", () => {
  line().drop();
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  wait(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a silent line is asked whether it is there, and given up when it is not", () => {
  const first = line().open();
  wait(30_000);
  expect(first.sent).toEqual([{ do: "ping" }]);
  wait(15_000);
  expect(connected).toHaveBeenLastCalledWith(false);
  wait(300);
  expect(FakeSocket.all).toHaveLength(2);
  expect(first.readyState).toBe(3);
});

test("a line that answers is kept", () => {
  line().open();
  for (let n = 0; n < 10; n++) {
    wait(15_000);
    line().tell({ tell: "pong" });
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test("one comes back to the seat one had, with the same invitation", () => {
  connection.close();
  connection = new Connection("t2", "secret", { told, connected });
  expect(line().url.href).toBe("wss://rooftop.example/api/tables/t2/live?language=en&invitation=secret");
  connection.seat = 3;
  line().drop();
  wait(LONG);
  expect(line().url.search).toBe("?language=en&seat=3&invitation=secret");
});

test("whoever has left is called back by nothing", () => {
  line().open();
  connection.wish(MOVE);
  connection.close();
  window.dispatchEvent(new Event("online"));
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(1);
  expect(line().readyState).toBe(3);
  expect(connected).not.toHaveBeenCalledWith(false);
});
