import { expect, it } from "vitest";
import { isHigher, normaliseVersion } from "./version.js";

it("compares versions number by number", () => {
  const order = [
    "0.0.0-default",
    "0.0.0",
    "0.0.9",
    "0.0.10",
    "0.9.0",
    "0.10.0",
    "1",
    "1.0.1",
    "2.0.0",
    "10.0.0",
  ];
  for (const [at, version] of order.entries()) {
    for (const [other, than] of order.entries()) {
      expect(isHigher(version, than), `${version} over ${than}`).toBe(at > other);
    }
  }
});

it("keeps three numbers", () => {
  expect(["1", "1.2", "1.2.3", "0.0.0"].map(normaliseVersion)).toEqual(["1.0.0", "1.2.0", "1.2.3", "0.0.0"]);
  for (const bad of ["", "1.", ".1", "1..2", "1.2.3.4", "01", "1.02", "+1", "1 ", "１", "1.0.0-rc.1"]) {
    expect(normaliseVersion(bad), bad).toBeUndefined();
  }
});
