import { expect, it } from "vitest";
import { nearbySpellings } from "./nearby-spellings.js";

const words = (word: string) => nearbySpellings(word).map((spelling) => spelling.word);

it.each([
  ["recieve", "receive"],
  ["acomodation", "accomodation"],
  ["tommorow", "tomorow"],
  ["hern", "heron"],
  ["heroon", "heron"],
  ["definately", "definitely"],
  ["молако", "молоко"],
])("has %s beside %s", (wrong, right) => {
  expect(words(wrong)).toContain(right);
});

it.each([
  ["another first letter", "boats", "coats"],
  ["another letter in a short word", "marta", "maria"],
  ["a word of three or four letters", "cat", "cart"],
])("leaves out %s", (_, word, other) => {
  expect(words(word)).not.toContain(other);
});

it("has no word beside numbers, mixed scripts, unspaced scripts and very long words", () => {
  for (const word of ["abc123", "caféж", "日本語", "a".repeat(25), ""]) expect(words(word)).toEqual([]);
});

it("knows slips of the fingers, has each word once, and never the word itself", () => {
  const slips = new Map(nearbySpellings("helo").map(({ word, slip }) => [word, slip]));
  expect(slips.get("hello")).toBe(true);
  expect(slips.get("helio")).toBe(false);
  const all = words("balloon");
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain("balloon");
  expect(all.length).toBeLessThan(500);
});
