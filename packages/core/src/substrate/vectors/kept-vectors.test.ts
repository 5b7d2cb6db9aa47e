import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keptVectors } from "./kept-vectors.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const space = { tenantId: "t", spaceId: 1 };
const censor = { id: "cen_1", hash: "of its words" };
const vector = new Float32Array([0.6, 0.8]);

it("keeps a vector of one text of one memory for one tenant and space", () => {
  const kept = keptVectors();
  kept.keep(space, censor, vector);
  expect(kept.get(space, censor)).toBe(vector);
  expect(kept.get({ ...space, tenantId: "u" }, censor)).toBeUndefined();
  expect(kept.get({ ...space, spaceId: 2 }, censor)).toBeUndefined();
  expect(kept.get(space, { ...censor, hash: "of other words" })).toBeUndefined();
  expect(keptVectors().get(space, censor)).toBeUndefined();
});

it("keeps none for longer than ten minutes, whoever erased its memory", () => {
  const kept = keptVectors();
  kept.keep(space, censor, vector);
  vi.advanceTimersByTime(9 * 60_000);
  const later = { ...censor, id: "cen_2" };
  kept.keep(space, later, vector);
  expect(kept.get(space, censor)).toBe(vector);
  vi.advanceTimersByTime(60_001);
  expect([kept.get(space, censor), kept.get(space, later)]).toEqual([undefined, undefined]);
});

it("keeps no more numbers than its limit", () => {
  const kept = keptVectors();
  const large = new Float32Array(3_000_000);
  for (const id of ["a", "b", "c"]) kept.keep(space, { id, hash: "" }, large);
  expect(["a", "b", "c"].map((id) => kept.get(space, { id, hash: "" }) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
  expect([kept.canKeep(1_000, 4_000), kept.canKeep(1_001, 4_000)]).toEqual([true, false]);
});
