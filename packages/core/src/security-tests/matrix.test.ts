import { contract, type OperationName, PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";
import { type Field, idParameters, valueAt, withValue } from "./testing/inputs/id-parameters.js";
import { samples } from "./testing/inputs/sample-inputs.js";
import { fillTenant, hideInTenant, type TenantWorld } from "./testing/inputs/tenant-world.js";

const canary = "kestrel7f3a";
const operations = Object.keys(contract) as OperationName[];
/** Not taken together with what the sample holds. */
const neverTaken = [
  ...["bulkEdit patch.edit_id", "bulkEdit rollback_id", "addCensor learned_from_episode"],
  ...["learnFact", "supersedeFact", "contradictFact"].map((name) => `${name} source_episode_id`),
  ...["supersedeFact", "contradictFact"].map((name) => `${name} exclude_ids.0`),
];
const shown = (path: Field["path"]) => path.join(".");

it("has a sample of every operation, with every parameter that takes an id", () => {
  expect(Object.keys(samples).sort()).toEqual([...operations].sort());
});

describe.each(engines)("foreign ids on $name", (engine) => {
  let memory: TestMemory;
  let ours: TenantWorld;
  let theirs: TenantWorld;
  let hidden: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    ours = await fillTenant(memory, tenantA, "grey");
    theirs = await fillTenant(memory, tenantB, canary);
    hidden = await hideInTenant(memory, ours, `The ${canary} owl`);
  });
  afterAll(() => memory.close());

  /** The answer as bytes, without what differs from call to call and without the id that was sent. */
  async function answer(
    operation: OperationName,
    who: Principal,
    input: unknown,
    sent: string,
  ): Promise<string> {
    const text = await memory.call(who, operation, input as never).then(
      (output) => `ok ${JSON.stringify(output)}`,
      (error: unknown) => {
        if (!(error instanceof PalimpsestError)) throw error;
        return `${error.code} ${error.message} ${JSON.stringify(error.details)}`;
      },
    );
    return text
      .replaceAll(sent, "<sent>")
      .replace(/\b[a-z]{3}_\d{27}\b/g, "<id>")
      .replace(/\d{18}/g, "<fence>")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  }

  const cases = operations.flatMap((operation) =>
    idParameters(operation)
      .filter(({ path }) => !neverTaken.includes(`${operation} ${shown(path)}`))
      .map((field) => ({ operation, field })),
  );

  it.each(cases.map(({ operation, field }) => [operation, shown(field.path), field] as const))(
    "%s with a foreign or hidden %s answers as with one that does not exist",
    async (operation, name, { path }) => {
      const { input, who = ours.admin } = samples[operation](ours) as { input: unknown; who?: Principal };
      const own = valueAt(input, path);
      const foreign = valueAt(samples[operation](theirs).input, path);
      expect(typeof own, `the sample of ${operation} lacks ${name}`).toBe("string");
      const made = String(own).replace(/\d{27}$/, "9".repeat(27));
      const missing = made === own ? "nothing-of-that-name" : made;
      const asMissing = await answer(operation, who, withValue(input, path, missing), missing);
      const asForeign = await answer(operation, who, withValue(input, path, foreign), String(foreign));
      expect(asForeign).toBe(asMissing);
      expect(asForeign).not.toContain(canary);
      if (made === own) return;
      const concealed = valueAt(samples[operation](hidden).input, path);
      if (concealed !== own) {
        expect(await answer(operation, who, withValue(input, path, concealed), String(concealed))).toBe(
          asMissing,
        );
      }
      const wrong = String(own).startsWith("chk_") ? ours.pendingEdit : ours.chunk;
      const asWrongKind = await answer(operation, who, withValue(input, path, wrong), wrong);
      // It is the caller's own, so the answer may say that it does not fit.
      const refusals = [asMissing.split(" ")[0], "VALIDATION_ERROR", "CONFLICT"];
      expect(refusals).toContain(asWrongKind.split(" ")[0]);
      expect(asWrongKind).not.toContain(canary);
    },
  );

  it("undoes a foreign rollback no more than one that does not exist", async () => {
    const rollback = { writer: "agent:nobody-at-all", op: "retract", reason: "a test" } as const;
    const undo = (rollback_id: string) =>
      answer("bulkEdit", ours.admin, { rollback_id, op: "restore", reason: "a test" }, rollback_id);
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
    expect(await answer(operation, who, input, "none")).toMatch(/^ok /);
  });
});
