import { expect, it } from "vitest";
import { parseToolsets } from "./toolsets.js";

it("takes the small set when nothing is asked for", () => {
  expect(parseToolsets(undefined)).toEqual(["core"]);
  expect(parseToolsets(" , ")).toEqual(["core"]);
});

it("takes several, comma separated", () => {
  expect(parseToolsets("core, governance")).toEqual(["core", "governance"]);
});

it("names the toolsets there are when asked for another", () => {
  expect(() => parseToolsets("core,evil")).toThrow(/choose from core, governance, coala, all/);
});
