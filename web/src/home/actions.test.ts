import { expect, test, vi } from "vitest";
import { ApiError } from "../shared/api";
import { usePreparing, whenReady } from "./actions";

const preparing = (percent: number) => new ApiError(`Castles: ${percent} %`, "preparing");

test("a request is repeated while its game is being prepared, and one is told how far it is", async () => {
  vi.useFakeTimers();
  const request = vi
    .fn()
    .mockRejectedValueOnce(preparing(20))
    .mockRejectedValueOnce(preparing(60))
    .mockResolvedValue(7);
  const result = whenReady(request);
  const told = [];
  for (let second = 0; second < 2; second++) {
    await vi.advanceTimersByTimeAsync(100);
    told.push(usePreparing.getState().text);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(told).toEqual(["Castles: 20 %", "Castles: 60 %"]);
  expect(await result).toBe(7);
  expect(usePreparing.getState().text).toBeNull();
  vi.useRealTimers();
});

test("other refusals are not repeated", async () => {
  const request = vi.fn().mockRejectedValue(new ApiError("Too many.", "too_many_games"));
  await expect(whenReady(request)).rejects.toThrow("Too many.");
  expect(request).toHaveBeenCalledTimes(1);
});
