import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, socket } from "../testing/socket";
import { Connection, type SocketMessage } from "./connection";

const onMessage = vi.fn<(message: SocketMessage) => void>();
const onConnected = vi.fn<(connected: boolean) => void>();
const MOVE = { do: "move", seat: 0, version: "7", move: 42 } as const;
const LONG = 60_000;
const done = (id = ""): SocketMessage => ({ tell: "done", id, repeated: false });
const refused = (id: string | null = "", code = "unavailable"): SocketMessage => ({
  tell: "refused",
  id,
  error: { code, text: "Not now." },
});
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  connection = new Connection("t1", null, { onMessage, onConnected });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** Until the client has tried to reconnect. */
const wait = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

// --- sending and retrying ---------------------------------------------------------------------------------

test("a move that was not answered is resent under the same id", () => {
  socket().open();
  connection.send(MOVE);
  const [first] = socket().sent;
  expect(first).toMatchObject(MOVE);
  expect(first?.id).toBeTruthy();
  socket().disconnect();
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().open().sent).toEqual([first]);
});

test("a move that was answered is not", () => {
  socket().open();
  connection.send(MOVE);
  socket().receive(done(socket().sent[0]?.id));
  socket().disconnect();
  wait(LONG);
  expect(socket().open().sent).toEqual([]);
});

test("every command has an id of its own, and they are resent in their order", () => {
  socket().open();
  connection.send(MOVE);
  connection.send({ do: "say", text: "well played" });
  connection.send({ do: "undo", seat: 0, version: "8" });
  const [move, chat, undo] = socket().sent;
  expect(new Set([move?.id, chat?.id, undo?.id]).size).toBe(3);
  socket().receive(done(chat?.id));
  socket().disconnect();
  wait(LONG);
  expect(socket().open().sent).toEqual([move, undo]);
});

test("a move made while disconnected is sent on connecting", () => {
  connection.send(MOVE);
  expect(socket().sent).toEqual([]);
  expect(socket().open().sent).toMatchObject([MOVE]);
});

test("a question is not resent: after a reconnect, something else may be asked", () => {
  socket().open();
  connection.send({ do: "hint", seat: 0 });
  expect(socket().sent).toEqual([{ do: "hint", seat: 0 }]);
  socket().disconnect();
  wait(LONG);
  expect(socket().open().sent).toEqual([]);
});

test.each(["unavailable", "too_many"])("a transient error (%s) resends the command without reporting it", (code) => {
  socket().open();
  connection.send(MOVE);
  const [first] = socket().sent;
  socket().receive(refused(first?.id, code));
  expect(socket().sent).toHaveLength(1);
  wait(500);
  expect(socket().sent).toEqual([first, first]);
  expect(onMessage).not.toHaveBeenCalled();
  socket().receive(done(first?.id));
  wait(2000);
  expect(socket().sent).toHaveLength(2);
});

test("a command that hits a transient error, then a disconnect, is resent once", () => {
  socket().open();
  connection.send(MOVE);
  const [first] = socket().sent;
  socket().receive(refused(first?.id));
  socket().disconnect();
  wait(499);
  expect(FakeSocket.all).toHaveLength(2);
  wait(LONG);
  expect(socket().open().sent).toEqual([first]);
});

test("a stale move is not resent", () => {
  socket().open();
  connection.send(MOVE);
  const refusal = refused(socket().sent[0]?.id, "stale");
  socket().receive(refusal);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(refusal);
  socket().disconnect();
  wait(LONG);
  expect(socket().open().sent).toEqual([]);
});

test("a refused question is reported, and not resent", () => {
  socket().open();
  connection.send({ do: "try", seat: 0, version: "7", move: "roof a1" });
  const refusal = refused(null);
  socket().receive(refusal);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(refusal);
  wait(2000);
  expect(socket().sent).toHaveLength(1);
});

// --- reconnecting --------------------------------------------------------------------------------------------------

test("a lost connection is retried with exponential back-off", () => {
  const waits = [];
  for (let n = 0; n < 7; n++) {
    const before = FakeSocket.all.length;
    socket().disconnect();
    let waited = 0;
    while (FakeSocket.all.length === before) {
      wait(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
});

test("a message resets the back-off", () => {
  for (let n = 0; n < 4; n++) {
    socket().disconnect();
    wait(8000);
  }
  socket().open().receive({ tell: "pong" });
  socket().disconnect();
  wait(300);
  expect(FakeSocket.all).toHaveLength(6);
});

test("the listener learns of disconnects and reconnects", () => {
  socket().open();
  socket().disconnect();
  wait(LONG);
  socket().open();
  expect(onConnected.mock.calls).toEqual([[true], [false], [true]]);
});

test.each([4503, 4429])("a busy server (%i) is retried", (code) => {
  socket().disconnect(code);
  expect(onConnected).toHaveBeenCalledExactlyOnceWith(false);
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(2);
});

test.each([4401, 4403, 4404])("a server that refuses (%i) is not", (code) => {
  socket().disconnect(code);
  wait(LONG);
  expect(onConnected).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(1);
});

test("going online reconnects at once", () => {
  socket().disconnect();
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  wait(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a silent connection is pinged, and replaced if there is no answer", () => {
  const first = socket().open();
  wait(30_000);
  expect(first.sent).toEqual([{ do: "ping" }]);
  wait(15_000);
  expect(onConnected).toHaveBeenLastCalledWith(false);
  wait(300);
  expect(FakeSocket.all).toHaveLength(2);
  expect(first.readyState).toBe(3);
});

test("a connection that answers is kept", () => {
  socket().open();
  for (let n = 0; n < 10; n++) {
    wait(15_000);
    socket().receive({ tell: "pong" });
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test("a reconnect asks for the same seat, with the same invitation", () => {
  connection.close();
  connection = new Connection("t2", "secret", { onMessage, onConnected });
  expect(socket().url.href).toBe("wss://rooftop.example/api/tables/t2/live?language=en&invitation=secret");
  connection.seat = 3;
  socket().disconnect();
  wait(LONG);
  expect(socket().url.search).toBe("?language=en&seat=3&invitation=secret");
});

test("a closed connection does not reconnect", () => {
  socket().open();
  connection.send(MOVE);
  connection.close();
  window.dispatchEvent(new Event("online"));
  wait(LONG);
  expect(FakeSocket.all).toHaveLength(1);
  expect(socket().readyState).toBe(3);
  expect(onConnected).not.toHaveBeenCalledWith(false);
});
