import { expect, test } from "vitest";
import { planTenants } from "./tenants.sql.js";

test("spreads what the named tenants leave over the others, to the last memory", () => {
  const plan = planTenants(100_000, 1_000, [50, 1_000, 50_000]);
  expect(plan.length).toBe(1_000);
  expect(plan.slice(0, 3).map(({ memories }) => memories)).toEqual([50, 1_000, 50_000]);
  expect(plan.reduce((sum, { memories }) => sum + memories, 0)).toBe(100_000);
  expect(new Set(plan.slice(3).map(({ memories }) => memories))).toEqual(new Set([49, 50]));
});
