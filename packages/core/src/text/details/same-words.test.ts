import { expect, it } from "vitest";
import { haveSameWords } from "./same-words.js";

it.each([
  ["The kettle is old.", "the kettle is old"],
  ["“The kettle is old!”", "The kettle is old"],
  ["Is it old?", "is it old??"],
])("are the same: %s and %s", (one, other) => {
  expect(haveSameWords(one, other)).toBe(true);
});

it.each([
  ["The kettle is old.", "The kettle is old?"],
  ["From Rome to Paris", "From Paris to Rome"],
  ["It takes 3.5 hours", "It takes 35 hours"],
  ["It is on", "It is off"],
])("are not the same: %s and %s", (one, other) => {
  expect(haveSameWords(one, other)).toBe(false);
});
