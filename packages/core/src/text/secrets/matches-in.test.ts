import { expect, test } from "vitest";
import { matchesIn } from "./matches-in.js";

test.each(["12 and 34", "none", ""])("gives what matchAll gives, again and again: %j", (text) => {
  const digits = /\d+/g;
  const wanted = [...text.matchAll(digits)];
  expect([...matchesIn(text, digits)]).toEqual(wanted);
  expect([...matchesIn(text, digits)]).toEqual(wanted);
});
