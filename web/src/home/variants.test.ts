import { expect, test } from "vitest";
import { isOn, optionsOf, withOption } from "./variants";

const COMBINED = ["standard", "closed", "swift", "closed-swift"];

test("variants that cannot be combined have no options", () => {
  expect(optionsOf(["full", "intro"])).toEqual([]);
  expect(optionsOf(["standard"])).toEqual([]);
});

test("variants that can be are options", () => {
  expect(optionsOf(COMBINED)).toEqual(["closed", "swift"]);
  expect(["closed", "swift"].map((option) => isOn("swift", option))).toEqual([false, true]);
});

test("options are put on and off one by one, and always make a variant", () => {
  expect(withOption(COMBINED, "standard", "swift", true)).toBe("swift");
  expect(withOption(COMBINED, "swift", "closed", true)).toBe("closed-swift");
  expect(withOption(COMBINED, "closed-swift", "swift", false)).toBe("closed");
  expect(withOption(COMBINED, "closed", "closed", false)).toBe("standard");
});
