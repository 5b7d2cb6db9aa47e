import { expect, test } from "vitest";
import { porterStem } from "./porter.js";

// Pairs of the 1980 paper, step by step.
test.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["cats", "cat"],
  ["caress", "caress"],
  ["feed", "feed"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["bled", "bled"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["troubled", "troubl"],
  ["sized", "size"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["hissing", "hiss"],
  ["fizzed", "fizz"],
  ["failing", "fail"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["conditional", "condit"],
  ["rational", "ration"],
  ["digitizer", "digit"],
  ["vietnamization", "vietnam"],
  ["operator", "oper"],
  ["hopefulness", "hope"],
  ["sensibiliti", "sensibl"],
  ["triplicate", "triplic"],
  ["formative", "form"],
  ["electrical", "electr"],
  ["goodness", "good"],
  ["revival", "reviv"],
  ["replacement", "replac"],
  ["adoption", "adopt"],
  ["probate", "probat"],
  ["rate", "rate"],
  ["cease", "ceas"],
  ["controll", "control"],
  ["roll", "roll"],
  ["generalizations", "gener"],
  ["oscillators", "oscil"],
])("stems %s to %s", (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

test("leaves short words and what is not a plain word alone", () => {
  expect(["is", "7am", "naïve", ""].map(porterStem)).toEqual(["is", "7am", "naïve", ""]);
});
