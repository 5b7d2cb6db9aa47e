import { contract, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { type Answers, answersOf } from "../selftest/answers.js";
import { missingFor, reachingFields } from "../selftest/isolation.js";
import { valueAt, withValue } from "../selftest/world/id-parameters.js";
import { samples } from "../selftest/world/sample-inputs.js";
import { fillTenant, type TenantWorld } from "../selftest/world/tenant-world.js";
import { openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";

const canary = "kestrel7f3a";
const operations = Object.keys(contract) as OperationName[];

it("has a sample of every operation, with every parameter that takes an id", () => {
  expect(Object.keys(samples).sort()).toEqual([...operations].sort());
});

/** What the self-test does with ids of another tenant and of other owners, these tests do with ids of another kind. */
describe.each(engines)("ids of another kind on $name", (engine) => {
  let memory: TestMemory;
  let answer: Answers;
  let ours: TenantWorld;
  let theirs: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    answer = answersOf(memory);
    ours = await fillTenant(memory, tenantA, "grey");
    theirs = await fillTenant(memory, tenantB, canary);
  });
  afterAll(() => memory.close());

  const cases = operations.flatMap((operation) =>
    reachingFields(operation).map(({ path }) => [operation, path.join("."), path] as const),
  );

  it.each(cases)("%s refuses one as %s", async (operation, name, path) => {
    const { input, who = ours.admin } = samples[operation](ours) as { input: unknown; who?: Principal };
    const own = valueAt(input, path);
    expect(typeof own, `the sample of ${operation} lacks ${name}`).toBe("string");
    const missing = missingFor(String(own));
    if (missing === "nothing-of-that-name") return;
    const asMissing = await answer(who, operation, withValue(input, path, missing), missing);
    const wrong = String(own).startsWith("chk_") ? ours.pendingEdit : ours.chunk;
    const asWrongKind = await answer(who, operation, withValue(input, path, wrong), wrong);
    // It is the caller's own, so the answer may say that it does not fit.
    const refusals = [asMissing.split(" ")[0], "VALIDATION_ERROR", "CONFLICT"];
    expect(refusals).toContain(asWrongKind.split(" ")[0]);
  });

  it("undoes a foreign rollback no more than one that does not exist", async () => {
    const rollback = { writer: "agent:nobody-at-all", op: "retract", reason: "a test" } as const;
    const undo = (rollback_id: string) =>
      answer(ours.admin, "bulkEdit", { rollback_id, op: "restore", reason: "a test" }, rollback_id);
    const made = (await memory.call(theirs.admin, "bulkEdit", rollback)).rollback?.rollback_id;
    expect(await undo(made!)).toBe(await undo("rbk_7zzzzzzzzzzzzzzzzzzzzzzzzz"));
    expect(await undo(made!)).toMatch(/^NOT_FOUND /);
  });

  it("finds a tenant's words for that tenant alone", async () => {
    const query = `${canary} heron owl`;
    for (const [who, found] of [
      [theirs.admin, true],
      [ours.admin, false],
      [ours.bot, false],
    ] as const) {
      const answers = JSON.stringify([
        await memory.call(who, "searchChunks", { query, channel: "private" }),
        await memory.call(who, "recall", { query, kinds: ["chunk", "decision", "task", "rule", "capsule"] }),
        (await memory.call(who, "context", { query: "heron owl" })).prompt,
      ]);
      expect(answers.includes(canary), who.tenantId).toBe(found);
    }
  });

  it.each(operations)("%s answers its valid sample", async (operation) => {
    const { input, who = ours.admin } = samples[operation](ours) as { input: unknown; who?: Principal };
    expect(await answer(who, operation, input, "none")).toMatch(/^ok /);
  });
});
