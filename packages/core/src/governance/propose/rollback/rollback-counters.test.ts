import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { startWorker } from "../../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { copyRecords } from "../../../transfer/testing/copy.js";
import { rollbackUndo } from "./undo-job.js";

/** The log is written some microseconds before the counters, so times are compared to the second. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.replace(/\.\d+Z$/, "Z") : inner)),
  );

describe.each(engines)("counters of a writer that is rolled back on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, reader] = [human("ann"), agent("reader")];
  const rollback = async (name: string, given: object = {}, of = memory) =>
    (
      await of.call(ann, "bulkEdit", {
        ...{ writer: `agent:${name}`, op: "retract", reason: "poisoned" },
        ...given,
      } as never)
    ).rollback!;
  const undo = async (rollback_id: string) => {
    await memory.call(ann, "bulkEdit", { rollback_id, op: "restore", reason: "it was another agent" });
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [rollbackUndo],
        onEnd: ({ end }) =>
          void worker.stop().then(() => (end === "done" ? ended() : failed(new Error(end))), failed),
      });
    });
  };

  it("no longer count for procedures, with the rating of a link that somebody else made", async () => {
    const { id: procedure_id } = await memory.call(ann, "storeProcedure", {
      name: "Moor the ferry",
      visibility: "tenant",
    } as never);
    const { id: episode_id } = await memory.call(ann, "startEpisode", {
      summary: "Mooring in the storm",
      visibility: "tenant",
    } as never);
    await memory.call(ann, "linkEpisodeProcedure", { episode_id, procedure_id } as never);
    const outcome = (who: Principal, given: string) =>
      memory.call(who, "recordProcedureOutcome", { procedure_id, outcome: given } as never);
    const get = async () => [
      await memory.call(ann, "getProcedure", { procedure_id }),
      (await memory.call(ann, "getEpisode", { episode_id })).procedures,
    ];
    await memory.call(reader, "activateProcedure", { procedure_id });
    await outcome(reader, "success");
    const before = await get();
    const rogue = agent("failing");
    await memory.call(rogue, "activateProcedure", { procedure_id });
    await outcome(rogue, "failure");
    await memory.call(rogue, "linkEpisodeProcedure", {
      ...{ episode_id, procedure_id, effectiveness: "hindered" },
    } as never);
    const moved = await get();
    expect(moved).not.toEqual(before);
    const { rollback_id, states } = await rollback("failing");
    expect(states).toBe(3);
    expect(withoutTimes(await get())).toEqual(withoutTimes(before));
    await undo(rollback_id);
    expect(withoutTimes(await get())).toEqual(withoutTimes(moved));
  });

  it("no longer raise censors or call them wrong", async () => {
    const { id: censor_id } = await memory.call(ann, "addCensor", {
      ...{ trigger_pattern: "feed the gulls", reason: "They steal.", action: "warn" },
      visibility: "tenant",
    } as never);
    const check = async (who: Principal) =>
      (await memory.call(who, "checkCensors", { text: "feed the gulls" })).matches[0];
    const get = async () =>
      (await memory.call(ann, "listCensors", {} as never)).censors.find(({ id }) => id === censor_id);
    await check(reader);
    const before = await get();
    const rogue = agent("tripper");
    for (let n = 0; n < 9; n++) await check(rogue);
    await memory.call(rogue, "recordCensorFalsePositive", { censor_id } as never).catch(() => undefined);
    const moved = await get();
    expect(moved).toMatchObject({ action: "block", activation_count: 10 });
    const { rollback_id } = await rollback("tripper");
    expect(withoutTimes(await get())).toEqual(withoutTimes(before));
    expect(before).toMatchObject({ action: "warn", activation_count: 1 });
    await undo(rollback_id);
    expect(withoutTimes(await get())).toEqual(withoutTimes(moved));
  });

  it("are taken since a moment, in several rollbacks, each undone by itself", async () => {
    const { id: procedure_id } = await memory.call(ann, "storeProcedure", {
      name: "Paint the buoys",
      visibility: "tenant",
    } as never);
    const use = () => memory.call(agent("painter"), "activateProcedure", { procedure_id });
    const count = async () => (await memory.call(ann, "getProcedure", { procedure_id })).activation_count;
    await use();
    const since = new Date().toISOString();
    await use();
    await use();
    const late = await rollback("painter", { since });
    expect([late.states, await count()]).toEqual([2, 1]);
    const rest = await rollback("painter");
    expect([rest.states, await count()]).toEqual([1, 0]);
    await use();
    expect(await count()).toBe(1);
    await undo(late.rollback_id);
    expect(await count()).toBe(3);
  });

  it("that arrive while it runs are counted or taken, never half", async () => {
    const { id: procedure_id } = await memory.call(ann, "storeProcedure", {
      name: "Ring the bell",
      visibility: "tenant",
    } as never);
    const ring = (who: Principal) => memory.call(who, "activateProcedure", { procedure_id });
    const [bell, states] = [agent("bell"), [] as number[]];
    await Promise.all([
      ...Array.from({ length: 12 }, (_, at) => ring(at % 3 === 0 ? reader : bell)),
      ...Array.from({ length: 3 }, async () => states.push((await rollback("bell")).states)),
    ]);
    states.push((await rollback("bell", { suspend: true })).states);
    expect(states.reduce((sum, n) => sum + n, 0)).toBe(8);
    expect((await memory.call(ann, "getProcedure", { procedure_id })).activation_count).toBe(4);
    await expect(ring(bell)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("are known in another store after an export and import", async () => {
    const [from, to] = [await openTestMemory(engine), await openTestMemory(engine)];
    try {
      const { id: procedure_id } = await from.call(ann, "storeProcedure", {
        ...{ name: "Oil the lamp", visibility: "tenant" },
      } as never);
      for (const who of [agent("oiler"), reader]) await from.call(who, "activateProcedure", { procedure_id });
      await copyRecords(from, to);
      expect((await rollback("oiler", {}, to)).states).toBe(1);
      expect(await to.call(ann, "getProcedure", { procedure_id })).toMatchObject({ activation_count: 1 });
      const again = await openTestMemory(engine);
      await copyRecords(to, again);
      expect((await rollback("oiler", {}, again)).states).toBe(0);
      await again.close();
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
  });
});
