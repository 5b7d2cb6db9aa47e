import { expect, test } from "vitest";
import { neededLists, wordFinder } from "./needed-words.js";

test.each([
  ["(?:on |the )?(?:same )?{day} {shift} {unit}", ["day", "shift", "unit"]],
  ["(?:{month}|{season}),? (?:of )?{shift} year", ["shift"]],
  ["{n} {unit}? ago", ["n"]],
  ["{month}(?:,? {year})?", ["month"]],
  ["{month}|{season}", []],
  ["\\({day}", ["day"]],
])("%s needs words of %j", (pattern, lists) => expect(neededLists(pattern)).toEqual(lists));

test("words are found whatever their case, and parts of longer ones too", () => {
  const listed: Record<string, string[]> = {
    month: ["may", "sept"],
    n: ["a couple of"],
    one: ["a"],
    day: ["日"],
  };
  const find = wordFinder((list) => listed[list]);
  expect(["month", "n", "year"].map(find("A COUPLE of days in September"))).toEqual([true, true, false]);
  expect(["one"].map(find("that day"))).toEqual([false]);
  expect(["one", "day"].map(find("a 5日間"))).toEqual([true, true]);
  expect(["month", "n", "year"].map(find("in 2025"))).toEqual([false, true, true]);
});
