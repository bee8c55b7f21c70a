/**
 * The typed client of the HTTP API, and the types of socket messages. `make types` generates them from the OpenAPI
 * document. Usage: `await unwrap(api.GET("/api/games"))`.
 */

import createClient from "openapi-fetch";
import type { components, paths } from "./api.gen";
import { type Key, language, say } from "./words";

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** All schemas by name: `Schemas["TableInfo"]`. */
export type Schemas = Immutable<components["schemas"]>;
export type GameInfo = Schemas["GameInfo"];
export type Summary = Schemas["Summary"];
export type MySummary = Schemas["MySummary"];
export type TableInfo = Schemas["TableInfo"];
export type ChairInfo = Schemas["ChairInfo"];
export type Presence = Schemas["PresenceMessage"];
export type NewTable = components["schemas"]["NewTable"]; // mutable, built step by step
export type SeatPlan = Schemas["SeatPlan"];

export const api = createClient<paths>({
  // Request responses in the language of the page.
  querySerializer: (query) => new URLSearchParams({ language: language(), ...query }).toString(),
});

/** The server refused, or could not be reached. The message is localized. */
export class ApiError extends Error {
  /** The server's code of the refusal; null if it could not be reached. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

type CodeOf<K> = K extends `server.${infer Code}` ? Code : never;

/** Whether it was refused with one of these codes, each of which has its sentence in the translations. */
export function hasCode(error: { readonly code: string | null }, ...codes: readonly CodeOf<Key>[]): boolean {
  return codes.some((code) => code === error.code);
}

/** Unwrap a response; throws ApiError on errors. */
export async function unwrap<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await request.catch(() => ({
    data: undefined,
    error: null,
    response: Response.error(),
  }));
  if (response.ok) return data as T;
  const refusal = error as Partial<Schemas["Refusal"]> | null; // a proxy may return another body
  throw new ApiError(refusal?.error?.text ?? say("web.offline"), refusal?.error?.code);
}
