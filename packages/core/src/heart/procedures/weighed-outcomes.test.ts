import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { rollbackUndo } from "../../governance/index.js";
import type { Principal } from "../../identity/index.js";
import { startWorker } from "../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { copyRecords } from "../../transfer/testing/copy.js";

type Outcome = InputOf<PalimpsestContract["recordProcedureOutcome"]>["outcome"];

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];

describe.each(engines)("outcomes of a procedure on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const store = async (name: string, who: Principal = ann) =>
    (await memory.call(who, "storeProcedure", { name, visibility: "tenant" })).id;
  const get = (procedure_id: string, of = memory) => of.call(ann, "getProcedure", { procedure_id });

  it("weigh as ten of an agent that did not store it, and in full of its owner and of people", async () => {
    const id = await store("Bake the bread");
    const say = (who: Principal, how: Outcome, times: number, procedure_id = id) =>
      Promise.all(
        Array.from({ length: times }, () =>
          memory.call(who, "recordProcedureOutcome", { procedure_id, outcome: how }),
        ),
      );
    await say(bot, "success", 3);
    await say(bot, "failure", 1);
    await say(bot, "neutral", 5);
    expect(await get(id)).toMatchObject({ success_count: 3, failure_count: 1, effectiveness: 0.6667 });
    await say(other, "failure", 40);
    // 3 of 4, and 0 of 10.
    expect(await get(id)).toMatchObject({ success_count: 3, failure_count: 41, effectiveness: 0.25 });
    await say(other, "success", 40);
    // 3 of 4, and 5 of 10: 9 of 16.
    expect(await get(id)).toMatchObject({ success_count: 43, failure_count: 41, effectiveness: 0.5625 });
    await say(ann, "success", 20);
    const weighed = { effectiveness: 0.8056 };
    expect(await get(id)).toMatchObject({ success_count: 63, ...weighed });
    const { procedures } = await memory.call(ann, "searchProcedures", { query: "Bake the bread" });
    const { results } = await memory.call(ann, "heartRecall", { query: "Bake the bread" });
    expect(procedures.find((one) => one.id === id)).toMatchObject(weighed);
    expect(results.find((one) => one.id === id)!.metadata).toMatchObject(weighed);

    const own = await store("Cool the bread", bot);
    await say(bot, "success", 18, own);
    expect(await get(own)).toMatchObject({ success_count: 18, effectiveness: 0.95 });
  });

  it("weigh no more once their writer is rolled back, and again once that is undone or copied", async () => {
    const procedure_id = await store("Sow the rye");
    const fail = (who: Principal) =>
      memory.call(who, "recordProcedureOutcome", { procedure_id, outcome: "failure" });
    for (let n = 0; n < 12; n++) await fail(agent("rogue"));
    await fail(bot);
    const effectiveness = async (of = memory) => (await get(procedure_id, of)).effectiveness;
    expect(await effectiveness()).toBe(0.0769);
    const { rollback } = await memory.call(ann, "bulkEdit", {
      ...{ writer: "agent:rogue", op: "retract", reason: "It never tried." },
    });
    expect(await effectiveness()).toBe(0.3333);
    const { rollback_id } = rollback!;
    await memory.call(ann, "bulkEdit", { rollback_id, op: "restore", reason: "It did." });
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [rollbackUndo],
        onEnd: ({ end }) =>
          void worker.stop().then(() => (end === "done" ? ended() : failed(new Error(end))), failed),
      });
    });
    expect(await effectiveness()).toBe(0.0769);
    const copy = await openTestMemory(engine);
    try {
      await copyRecords(memory, copy);
      expect(await effectiveness(copy)).toBe(0.0769);
    } finally {
      await copy.close();
    }
  });
});
