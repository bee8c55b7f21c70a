/** Opening tables, and going to them. */

import { type NewTable, post } from "../shared/api";
import type { GameName, Level } from "./games";
import { beSomebody } from "./me";

const BOTS = 2;

export const addressOf = (table: string): string => `/table/${table}`;

export function invitationTo(table: string, invitation: string): string {
  return `${location.origin}${addressOf(table)}?${new URLSearchParams({ invitation })}`;
}

/** Where an invitation leads on this server, null if it is none. */
export function readInvitation(text: string): string | null {
  try {
    const { pathname, search } = new URL(text.trim(), location.origin);
    return /^\/table\/[\w-]+$/.test(pathname) ? pathname + search : null;
  } catch {
    return null;
  }
}

/** Opens the table, starts it when nobody has to be waited for, and goes there. */
export async function open(table: NewTable): Promise<void> {
  await beSomebody();
  const { id } = (await post("/api/tables", { body: table })).table;
  if (!table.seats.some(({ who }) => who === "anyone"))
    await post("/api/tables/{table}/start", { path: { table: id } });
  location.assign(addressOf(id));
}

export function playNow(game: GameName, level: Level): Promise<void> {
  const bots = Array.from({ length: BOTS }, () => ({ who: "bot" as const, level }));
  return open({ game, seats: [{ who: "me" }, ...bots], open: false, hints: true });
}

export async function sitDown(table: string, invitation: string | null, name?: string): Promise<void> {
  await beSomebody(name);
  await post("/api/tables/{table}/join", { path: { table }, body: { invitation } });
  location.assign(addressOf(table));
}
