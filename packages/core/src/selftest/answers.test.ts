import { expect, it } from "vitest";
import { areSame } from "./answers.js";

it.each([
  ['ok {"score":0.95}', 'ok {"score":0.949999}', true],
  ['ok {"score":0.95,"n":3}', 'ok {"score":0.95,"n":4}', false],
  ['ok {"score":0.95}', 'ok {"score":0.9}', false],
  ['ok {"score":0.95}', 'ok {"score":1}', false],
  ["NOT_FOUND No such memory", "FORBIDDEN No such memory", false],
])("%s and %s: %s", (one, other, same) => {
  expect(areSame(one, other)).toBe(same);
});
