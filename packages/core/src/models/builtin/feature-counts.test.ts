import { expect, test } from "vitest";
import { FeatureCounts } from "./feature-counts.js";

const dims = 256;

/** What the table computes, with a map. */
function summed(codes: number[], weight: number): Float64Array {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sums = new Float64Array(dims);
  for (const [code, count] of counts) {
    const value = count === 1 ? weight : weight * (1 + Math.log(count));
    sums[code % dims]! += code >= 0x80000000 ? -value : value;
  }
  return sums;
}

const table = new FeatureCounts();

test.each([
  ["few codes", 10, 0x9e3779b1],
  ["as many codes as the table has places for", 1_024, 0x9e3779b1],
  ["far more codes, which a later text does not need", 100_000, 0x9e3779b1],
  ["codes that fall on one place of the table", 3_000, 1 << 16],
  ["the code 0 and few others", 3, 1],
])("counts %s, some of them twice", (_, size, step) => {
  const codes = Array.from({ length: size }, (_, n) => Math.imul(n, step) >>> 0);
  const given = [...codes, ...codes.filter((_, n) => n % 3 === 0)];
  table.clear();
  for (const code of given) table.add(code, 0.5);
  const sums = new Float64Array(dims);
  table.addTo(sums);
  expect(sums).toEqual(summed(given, 0.5));
});
