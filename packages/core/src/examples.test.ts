import { contract, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./db/testing/index.js";
import { rowCounts } from "./security-tests/testing/catalogue/row-counts.js";
import { prepareExample } from "./testing/prepare-example.js";
import { runJobs } from "./testing/run-jobs.js";
import { openTestMemory, type TestMemory } from "./testing/test-memory.js";

const names = Object.keys(contract) as OperationName[];
/** Written by anyone's first call, and logs: a call that changes nothing may still be noted there. */
const uncounted = ["tenant", "principal", "memory_state"];

describe.each(engines)("the examples of the contract on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const prepare = (name: OperationName) =>
    prepareExample(
      (operation, input, credential) => memory.as(credential)(operation, input),
      name,
      `example-${name}`,
      () => runJobs(memory.services),
    );
  const stored = async () => {
    const counts = await rowCounts(memory.database);
    for (const table of uncounted) delete counts[table];
    return counts;
  };

  it.each(names)("%s succeeds, and leaves behind what its effect says", async (name) => {
    const { effect, hints } = contract[name] as { effect: string; hints?: { idempotent?: true } };
    const { call } = await prepare(name);
    const before = await stored();
    await expect(call()).resolves.toBeDefined();
    const after = await stored();
    if (effect === "read") expect(after).toEqual(before);
    if (effect === "recorded-read") expect(after).not.toEqual(before);
    if (hints?.idempotent) {
      await expect(call()).resolves.toBeDefined();
      expect(await stored()).toEqual(after);
    }
  });
});
