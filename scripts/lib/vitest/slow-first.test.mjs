import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { SLOW, SlowFirst } from "./slow-first.mjs";

test("slow files are named as they are", () => {
  const here = (path) => existsSync(new URL(`../../../${path}`, import.meta.url));
  expect(SLOW.filter((path) => !here(path))).toEqual([]);
});

test("slow files are first, and the others stay in vitest's order", async () => {
  const cache = { getFileTestResults: () => undefined, getFileStats: () => ({ size: 1 }) };
  const sequencer = new SlowFirst({ cache, config: { root: "/" } });
  const project = { name: "shared", config: { sequence: { groupOrder: 0 } } };
  const file = (path) => ({ moduleId: `/palimpsest/${path}`, project });
  const paths = ["a.test.ts", "docs/docs.test.ts", "b.test.ts", "packages/server/src/cli/cli.test.ts"];
  const sorted = await sequencer.sort(paths.map(file));
  expect(sorted.map(({ moduleId }) => moduleId.replace("/palimpsest/", ""))).toEqual([
    "docs/docs.test.ts",
    "packages/server/src/cli/cli.test.ts",
    "a.test.ts",
    "b.test.ts",
  ]);
});
