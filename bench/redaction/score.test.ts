import { findSensitive } from "@palimpsest/core";
import { expect, it } from "vitest";
import { tuned } from "./cases/index.js";
import { heldOut } from "./held-out/index.js";
import { casesOf, score, share } from "./score.js";

it.each([
  ["that they were made with", tuned],
  ["that were held out", heldOut],
])("the detectors keep what is promised, on the cases %s", (_, corpus) => {
  for (const { detector, plain, disguised, precise } of score(casesOf(corpus, 2), findSensitive)) {
    expect(share(plain), `recall of ${detector}`).toBeGreaterThanOrEqual(0.99);
    expect(share(disguised), `recall of ${detector} in disguise`).toBeGreaterThanOrEqual(0.9);
    expect(
      share({ found: precise.right, all: precise.all }),
      `precision of ${detector}`,
    ).toBeGreaterThanOrEqual(0.98);
  }
});

it("counts what was missed and what was wrong", () => {
  const cases = casesOf({ email: "+ to «a@b.example» now\n- nothing here" }, 1).filter(
    ({ disguised }) => !disguised,
  );
  const [none] = score(cases, () => []);
  expect(none).toMatchObject({ plain: { found: 0, all: 1 }, precise: { right: 0, all: 0 } });
  const [wrong] = score(cases, () => [{ start: 0, end: 2, detector: "email" }]);
  expect(wrong).toMatchObject({ plain: { found: 0, all: 1 }, precise: { right: 0, all: 2 } });
  const [half] = score(cases, (text) =>
    text.startsWith("to") ? [{ start: 3, end: 14, detector: "email" }] : [],
  );
  expect(half).toMatchObject({ plain: { found: 1, all: 1 }, precise: { right: 1, all: 1 } });
});
