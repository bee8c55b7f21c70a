/**
 * The server's interface, typed by its own description, which `make types` writes: what is sent over the socket and by HTTP,
 * and `await answer(api.GET("/api/games"))`.
 */

import createClient from "openapi-fetch";
import type { components, paths } from "./api.gen";
import { language, say } from "./words";

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** All that is sent, by its name: `Schemas["TableInfo"]`. */
export type Schemas = Immutable<components["schemas"]>;
export type GameInfo = Schemas["GameInfo"];
export type Summary = Schemas["Summary"];
export type MySummary = Schemas["MySummary"];
export type TableInfo = Schemas["TableInfo"];
export type NewTable = components["schemas"]["NewTable"]; // to be put together
export type SeatPlan = Schemas["SeatPlan"];

export const api = createClient<paths>({
  // Whatever the server says, it says in the language of the page.
  querySerializer: (query) => new URLSearchParams({ language: language(), ...query }).toString(),
});

/** The server, or the way to it, said no; the message is a sentence for people. */
export class Refused extends Error {}

/** What the server has answered. */
export async function answer<T>(asked: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await asked.catch(() => ({
    data: undefined,
    error: null,
    response: Response.error(),
  }));
  if (response.ok) return data as T;
  const refusal = error as Partial<Schemas["Refusal"]> | null; // what stands between may say something else
  throw new Refused(refusal?.error?.text ?? say("web.offline"));
}
