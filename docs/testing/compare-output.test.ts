import { expect, test } from "vitest";
import { jsonDifference, textMatches } from "./compare-output.js";

test("ids, times and fractions may differ from what is shown; words may not", () => {
  const shown = "memory id  chk_01m7etjgwt87xcsf0ymemb5pm5\nrecorded   2026-11-15 05:31:16Z, score 0.455";
  const real = "memory id  chk_01n8aaaaaa87xcsf0ymemb5abc\nrecorded   2027-01-01 00:00:00Z, score 1.250";
  expect(textMatches(shown, real)).toBe(true);
  expect(textMatches(shown, real.replace("recorded", "written"))).toBe(false);
  expect(textMatches(shown, real.replace("chk_", "dec_"))).toBe(false);
});

test("… matches the rest of a line, and alone on a line any number of lines", () => {
  expect(textMatches("a …\n…\nz", "a b c\n1\n2\nz")).toBe(true);
  expect(textMatches("a …\n…\nz", "a b c\n1\n2\ny")).toBe(false);
  expect(textMatches("a", "a\nb")).toBe(false);
});

test.each([
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: 1 }, { a: 2 }, "$.a is 2, not 1"],
  [{ a: 1 }, { a: 1, b: 2 }, "$.b is not shown"],
  [{ a: 1, "…": "…" }, { a: 1, b: 2 }, undefined],
  [{ a: 1 }, {}, "$.a is missing"],
  [{ a: [1, "…"] }, { a: [1, 2, 3] }, undefined],
  [{ a: [1] }, { a: [1, 2] }, "$.a has 2 items, not 1"],
  [{ a: 0.5 }, { a: 0.75 }, undefined],
  [{ a: 0.5 }, { a: "0.5" }, '$.a is "0.5", not 0.5'],
  [{ a: { b: null } }, { a: { b: 0 } }, "$.a.b is 0, not null"],
])("JSON %j against %j: %s", (shown, real, difference) => {
  expect(jsonDifference(shown, real)).toBe(difference);
});
