/** Opening tables, and going to them. */

import { create } from "zustand";
import { ApiError, api, type GameInfo, hasCode, type MySummary, type NewTable, unwrap } from "../shared/api";
import type { Level } from "../shared/levels";
import { tablePath } from "../shared/paths";
import { ensureMe } from "./me";

const BOTS = 2;
/** Milliseconds between two questions whether a game is ready. */
const POLL_INTERVAL = 500;

/** How far the game is that one waits for: the server compiles it, once. Null: nobody waits. */
export const usePreparing = create<{ readonly text: string | null }>(() => ({ text: null }));

export function invitationLink(table: string, invitation: string): string {
  return `${location.origin}${tablePath(table)}?${new URLSearchParams({ invitation })}`;
}

/** The address of an invitation on this server, or null if it is invalid. */
export function parseInvitation(text: string): string | null {
  try {
    const { pathname, search } = new URL(text.trim(), location.origin);
    return /^\/table\/[\w-]+$/.test(pathname) ? pathname + search : null;
  } catch {
    return null;
  }
}

/** Creates the table when its game is ready, starts it if no people are missing, and navigates there. */
export async function openTable(table: NewTable): Promise<void> {
  await ensureMe();
  const { id } = (await whenReady(() => unwrap(api.POST("/api/tables", { body: table })))).table;
  if (!table.seats.some(({ who }) => who === "anyone"))
    await unwrap(api.POST("/api/tables/{table}/start", { params: { path: { table: id } } }));
  location.assign(tablePath(id));
}

/** Repeats a request while its game is being prepared. */
export async function whenReady<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const result = await request();
      usePreparing.setState({ text: null });
      return result;
    } catch (error) {
      const waits = error instanceof ApiError && hasCode(error, "preparing");
      usePreparing.setState({ text: waits ? error.message : null });
      if (!waits) throw error;
      await new Promise((resume) => setTimeout(resume, POLL_INTERVAL));
    }
  }
}

/** Starts a game against bots: of this variant, else of the one for beginners if I have never played it. */
export async function playNow(game: string, level: Level, variant: string | null): Promise<void> {
  await ensureMe();
  const bots = Array.from({ length: BOTS }, () => ({ who: "bot" as const, level }));
  const chosen = variant ?? (await variantForMe(game));
  await openTable({ game, variant: chosen, seats: [{ who: "me" }, ...bots], open: false, hints: true });
}

/** Starts the guided first game. */
export async function learn(game: string): Promise<void> {
  await ensureMe();
  const { table } = await whenReady(() => unwrap(api.POST("/api/lessons", { body: { game } })));
  location.assign(tablePath(table.id));
}

async function variantForMe(name: string): Promise<string | null> {
  const { games } = await unwrap(api.GET("/api/games"));
  const beginners = games.find((game) => game.name === name)?.beginners ?? null;
  if (beginners === null) return null;
  return hasPlayed(name, (await unwrap(api.GET("/api/me/tables"))).tables) ? null : beginners;
}

export function hasPlayed(game: GameInfo["name"], mine: readonly MySummary[]): boolean {
  return mine.some((table) => table.game === game && (table.status === "playing" || table.status === "over"));
}

export async function joinTable(table: string, invitation: string | null, name?: string): Promise<void> {
  await ensureMe(name);
  await whenReady(() =>
    unwrap(api.POST("/api/tables/{table}/join", { params: { path: { table } }, body: { invitation } })),
  );
  location.assign(tablePath(table));
}
