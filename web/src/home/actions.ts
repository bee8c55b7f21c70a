/** Opening tables, and going to them. */

import { api, type NewTable, unwrap } from "../shared/api";
import type { Level } from "../shared/levels";
import { tablePath } from "../shared/paths";
import { ensureMe } from "./me";

const BOTS = 2;

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

/** Creates the table, starts it if no people are missing, and navigates there. */
export async function openTable(table: NewTable): Promise<void> {
  await ensureMe();
  const { id } = (await unwrap(api.POST("/api/tables", { body: table }))).table;
  if (!table.seats.some(({ who }) => who === "anyone"))
    await unwrap(api.POST("/api/tables/{table}/start", { params: { path: { table: id } } }));
  location.assign(tablePath(id));
}

export function playNow(game: string, level: Level): Promise<void> {
  const bots = Array.from({ length: BOTS }, () => ({ who: "bot" as const, level }));
  return openTable({ game, seats: [{ who: "me" }, ...bots], open: false, hints: true });
}

export async function joinTable(table: string, invitation: string | null, name?: string): Promise<void> {
  await ensureMe(name);
  await unwrap(api.POST("/api/tables/{table}/join", { params: { path: { table } }, body: { invitation } }));
  location.assign(tablePath(table));
}
