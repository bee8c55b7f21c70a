import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "./api";
import { CARDS } from "./cards";
import { loadGames, useGames } from "./games";
import { setSettings } from "./settings";

const respond = vi.hoisted(() => vi.fn<() => Promise<{ games: readonly GameInfo[] }>>());
vi.mock("./api", () => ({ api: { GET: vi.fn() }, unwrap: respond }));

const NAMES = [...CARDS.keys()];

function described(name: string): GameInfo {
  const facts = { players: [2], variants: ["full"], minutes: [20], rules_version: 1 };
  const advice = { beginners: null, lesson: false, rematch_if_shared: false, secrets: false };
  return { name, title: `The game of ${name}`, seat_names: [], seat_colours: [], credits: [], ...facts, ...advice };
}

const known = () => useGames.getState().games;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  useGames.setState(useGames.getInitialState(), true);
});

afterEach(() => {
  vi.useRealTimers();
  respond.mockReset();
});

test("titles are the server's, the order is that of the cards", async () => {
  respond.mockResolvedValue({ games: NAMES.toReversed().map(described) });
  loadGames();
  expect(known()).toBeNull();
  await settle();
  expect(known()?.map(({ title }) => title)).toEqual(NAMES.map((name) => `The game of ${name}`));
});

test("a game that this client cannot play is left out", async () => {
  respond.mockResolvedValue({ games: ["castles", ...NAMES.slice(1)].map(described) });
  loadGames();
  await settle();
  expect(known()?.map(({ name }) => name)).toEqual(NAMES.slice(1));
});

test("a server that does not answer is asked again", async () => {
  respond.mockRejectedValueOnce(new Error("offline")).mockResolvedValue({ games: NAMES.map(described) });
  loadGames();
  await settle();
  expect(known()).toBeNull();
  await vi.advanceTimersByTimeAsync(4000);
  expect(known()).toHaveLength(NAMES.length);
});

test("another language asks anew", async () => {
  respond.mockResolvedValue({ games: NAMES.map(described) });
  loadGames();
  await settle();
  const before = respond.mock.calls.length;
  setSettings({ language: "de" });
  expect(respond.mock.calls.length).toBeGreaterThan(before);
});
