/** The server's HTTP interface, typed by its own description. */

import type { components, paths } from "./api.gen";
import { language, say } from "./words";

type Schemas = components["schemas"];
export type Game = Schemas["GameInfo"];
export type Games = Schemas["Games"];
export type Chair = Schemas["ChairInfo"];
export type Summary = Schemas["Summary"];
export type MySummary = Schemas["MySummary"];
export type TableInfo = Schemas["TableInfo"];
export type TableUpdate = Schemas["TableUpdate"];
export type NewTable = Schemas["NewTable"];
export type SeatPlan = Schemas["SeatPlan"];
export type Result = Schemas["Result"];

/** The server, or the way to it, said no; the message is a sentence for people. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

type Method = "get" | "post" | "delete";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type PathsOf<M extends Method> = {
  [P in keyof paths]: Operation<P, M> extends { responses: unknown } ? P : never;
}[keyof paths];

type Content<T> = T extends { content: { "application/json": infer C } } ? C : never;
type Answer<O> = O extends { responses: { 200: infer R } }
  ? Content<R>
  : O extends { responses: { 201: infer R } }
    ? Content<R>
    : never;
type Asked<O> = (O extends { parameters: { path: infer V } } ? { path: V } : { path?: never }) &
  (O extends { parameters: { query?: infer Q } } ? { query?: Q } : { query?: never }) &
  (O extends { requestBody: infer B } ? { body: Content<B> } : { body?: never }) & { signal?: AbortSignal };
type Given<O> = Record<never, never> extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>];

type Request = {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

function address(template: string, { path = {}, query = {} }: Request): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams({ language: language() });
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  return `${filled}?${search}`;
}

async function ask(method: Method, template: string, request: Request): Promise<unknown> {
  const sent: RequestInit = { method: method.toUpperCase() };
  if (request.signal) sent.signal = request.signal;
  if (method === "post") {
    sent.headers = { "Content-Type": "application/json" };
    sent.body = JSON.stringify(request.body ?? {});
  }
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(address(template, request), sent);
    answer = await response.json();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new Refused("offline", say("web.offline"));
  }
  if (!response.ok) {
    const { code, text } = (answer as Schemas["Refusal"]).error;
    throw new Refused(code, text);
  }
  return answer;
}

export async function get<P extends PathsOf<"get">>(
  path: P,
  ...[asked]: Given<Operation<P, "get">>
): Promise<Answer<Operation<P, "get">>> {
  return (await ask("get", path, (asked ?? {}) as Request)) as Answer<Operation<P, "get">>;
}

export async function post<P extends PathsOf<"post">>(
  path: P,
  ...[asked]: Given<Operation<P, "post">>
): Promise<Answer<Operation<P, "post">>> {
  return (await ask("post", path, (asked ?? {}) as Request)) as Answer<Operation<P, "post">>;
}

export async function remove<P extends PathsOf<"delete">>(
  path: P,
  ...[asked]: Given<Operation<P, "delete">>
): Promise<Answer<Operation<P, "delete">>> {
  return (await ask("delete", path, (asked ?? {}) as Request)) as Answer<Operation<P, "delete">>;
}
