import { contract, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { forbid, type Planted, plant, shownBy } from "../testing/reads/forbidden.js";
import {
  type Reason,
  readsMemories,
  readsNone,
  readsOther,
  reasons,
} from "../testing/reads/read-operations.js";

const reads = (Object.keys(contract) as OperationName[]).filter((name) => contract[name].effect !== "write");
const listed = [readsMemories, readsNone, readsOther].flatMap((list) => Object.keys(list));

it("has every operation of the contract that reads, once", () => {
  expect(listed.toSorted()).toEqual(reads.toSorted());
});

/** Each of these is called as its owner, as an agent and as an admin, in every channel, and none may see originals. */
describe.each(engines)("reads of what is forbidden on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const ofMemories = Object.entries(readsMemories) as [
    OperationName,
    (typeof readsMemories)[OperationName],
  ][];
  const shown = async (planted: Planted) => {
    const found: Record<string, string[]> = {};
    for (const [name, entry] of ofMemories) found[name] = await shownBy(memory, planted, name, entry?.ask);
    return found;
  };

  it("show something while nothing is forbidden, and the others nothing of a memory", {
    timeout: 600_000,
  }, async () => {
    const planted = await plant(memory, "open");
    const found = await shown(planted);
    expect(Object.keys(found).filter((name) => found[name]!.length === 0)).toEqual([]);
    for (const name of Object.keys(readsNone) as OperationName[]) {
      if (name === "selftestIsolation") continue;
      expect(await shownBy(memory, planted, name, undefined), name).not.toContain("text");
    }
  });

  it.each(Object.keys(reasons) as Reason[])(
    "show neither text nor id: %s",
    { timeout: 600_000 },
    async (reason) => {
      const planted = await plant(memory, reason);
      await forbid(memory, planted, reason);
      const expected = ofMemories.map(([name, entry]) => [name, entry?.still?.[reason] ?? []] as const);
      const found = await shown(planted);
      for (const [name, still] of expected) {
        const leaks = found[name]!.filter((what) => !(still as readonly string[]).includes(what));
        if (leaks.length === 0) delete found[name];
      }
      expect(found).toEqual({});
    },
  );
});
