import { expect, test } from "vitest";
import { repairEvidence } from "./evidence.js";

const known = new Set(["D8:6", "D9:17", "D11:26", "D30:5"]);

test("splits labels that name two turns", () => {
  expect(repairEvidence(["D8:6; D9:17"], known)).toEqual({ ids: ["D8:6", "D9:17"], repaired: 1, dropped: 0 });
  expect(repairEvidence(["D8:6 D9:17"], known).ids).toEqual(["D8:6", "D9:17"]);
});

test("mends a stray colon and leading zeros", () => {
  expect(repairEvidence(["D:11:26", "D30:05"], known)).toEqual({
    ids: ["D11:26", "D30:5"],
    repaired: 2,
    dropped: 0,
  });
});

test("drops what names no turn and counts a turn once", () => {
  expect(repairEvidence(["D", "D99:1", "D8:6", "D8:6"], known)).toEqual({
    ids: ["D8:6"],
    repaired: 0,
    dropped: 2,
  });
});
