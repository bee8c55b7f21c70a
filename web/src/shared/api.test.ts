import { expect, test } from "vitest";
import { ApiError, unwrap } from "./api";
import { say } from "./words";

const refusal = (error: unknown) => unwrap(Promise.resolve({ error, response: new Response(null, { status: 409 }) }));

test("an answer is what the server says, also where that is nothing", async () => {
  const response = new Response();
  expect(await unwrap(Promise.resolve({ data: { games: [] }, response }))).toEqual({ games: [] });
  expect(await unwrap(Promise.resolve({ data: null, response }))).toBeNull();
});

test("a refusal is in the server's words", async () => {
  const refused = refusal({ error: { code: "taken", text: "Somebody sits there." } });
  await expect(refused).rejects.toThrow(new ApiError("Somebody sits there.", "taken"));
});

test("whoever does not answer, or in another way, is not there", async () => {
  const away = new ApiError(say("web.offline"));
  await expect(unwrap(Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow(away);
  await expect(refusal("<h1>Bad gateway</h1>")).rejects.toThrow(away);
  await expect(refusal(undefined)).rejects.toThrow(away);
});
