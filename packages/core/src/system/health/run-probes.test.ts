import { expect, test } from "vitest";
import { runProbes } from "./run-probes.js";

test("a probe that hangs has failed, and does not delay the others", async () => {
  const checks = await runProbes(
    [
      { name: "database", run: async () => undefined },
      { name: "embedder", run: () => new Promise(() => undefined) },
      { name: "schema", run: () => Promise.reject(new Error("behind")) },
    ],
    20,
  );
  expect(checks).toEqual([
    { name: "database", ok: true },
    { name: "embedder", ok: false, problem: "no answer in 20 ms" },
    { name: "schema", ok: false, problem: "behind" },
  ]);
});
