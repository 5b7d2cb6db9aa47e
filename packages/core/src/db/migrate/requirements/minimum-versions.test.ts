import { expect, it } from "vitest";
import { isRecentPgvector, minimumPgvector } from "./minimum-versions.js";

it.each([
  [null, false],
  ["", false],
  ["0.7.4", false],
  [minimumPgvector, true],
  [`${minimumPgvector}.2`, true],
  ["0.10.0", true],
  ["1.0", true],
])("pgvector %j is recent enough: %j", (version, recent) => {
  expect(isRecentPgvector(version)).toBe(recent);
});
