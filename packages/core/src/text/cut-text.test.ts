import { expect, it } from "vitest";
import { cutText } from "./cut-text.js";

it.each([
  ["heron", 5, "heron"],
  ["heron", 3, "her"],
  ["heron", 0, ""],
  ["ab😀c", 3, "ab"],
  ["ab😀c", 4, "ab😀"],
  ["😀", 1, ""],
])("cuts %j at %i to %j", (text, maxChars, cut) => {
  expect(cutText(text, maxChars)).toBe(cut);
});
