import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { codeOf } from "../../testing/surgery.js";
import { perStep } from "./rollback-writer.js";

describe.each(engines)("what is told of a rollback on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, bot] = [human("ann"), agent("bot")];
  const bulk = (given: object, who = ann) =>
    memory.call(who, "bulkEdit", { op: "retract", reason: "poisoned", ...given } as never);

  it("a preview tells what it would reach, and changes nothing", async () => {
    const rogue = agent("foreseen");
    const remember = async (text: string, given: object = {}) =>
      (await memory.call(rogue, "remember", { text, ...given } as never)).memory_id;
    const note = await remember("The eel swims north");
    await remember("The eel owes me", { visibility: "private", subject_type: "user", subject_id: "eve" });
    const decide = async (who: typeof ann, refs: string[]) =>
      (await memory.call(who, "createDecision", { decision: `Eels ${who.id}`, refs } as never)).memory_id;
    const byAgent = await decide(bot, [note]);
    await memory.call(bot, "createTask", { title: "Tell the eels", refs: [byAgent] });
    const byPerson = await decide(ann, [note]);
    const { id } = await memory.call(ann, "storeProcedure", { name: "Eel", visibility: "tenant" } as never);
    await memory.call(rogue, "activateProcedure", { procedure_id: id });
    await memory.call(rogue, "applyEdit", {
      ...{ target_type: "decision", target_id: byPerson, op: "retract", reason: "no eels" },
    } as never);
    const asked = { writer: "agent:foreseen", dry_run: true };
    const told = await bulk(asked);
    expect(told).toEqual({
      ...{ status: "preview", matched: 2, edited: 0, edit_ids: [] },
      preview: {
        ...{ kinds: { chunk: 2 }, private_count: 1, subject_count: 1, session_count: 0 },
        ...{ quarantined: 2, rejected: 1, undone: 0, signals: 1, work: 0 },
        ...{ referring_ids: [byPerson], referring_count: 1 },
      },
    });
    expect(await bulk(asked)).toEqual(told);
    expect(await codeOf(bulk(asked, bot))).toBe("FORBIDDEN");
    for (const wrong of [{ op: "block" }, { suspend: true }, { writer: undefined, target_ids: [note] }]) {
      expect(await codeOf(bulk({ ...asked, ...wrong }))).toBe("VALIDATION_ERROR");
    }
    const { rollback } = await bulk({ writer: "agent:foreseen" });
    expect(rollback).toMatchObject({ quarantined: 2, rejected: 1, undone: 0, states: 1, referring_count: 1 });
    expect(await bulk({ ...asked, writer: "agent:nobody" })).toHaveProperty("note");
  });

  it("status and exports name who is hidden, and a replay names the rollback", async () => {
    const rogue = agent("concealed");
    await seedMemories(memory, rogue, perStep(memory.services) + 10, {});
    const { memory_id } = await memory.call(rogue, "remember", { text: "The heron stands in the reeds" });
    const {
      acb: { acb_id },
    } = await memory.call(ann, "buildAcb", {
      ...{ session_id: "s", channel: "private", query: "heron reeds" },
    } as never);
    const { rollback } = await bulk({ writer: "agent:concealed" });
    expect(rollback!.job_id).not.toBeNull();
    const replay = await memory.call(ann, "replayAcb", { acb_id });
    const about = { memory_id, cause: "rollback", reason: "rolled_back" };
    expect(replay.causes).toContainEqual({ ...about, edit_id: null, op: null });
    expect(replay.causes.map(({ cause }) => cause)).not.toContain("erasure");
    expect(replay.items.find((item) => item.memory_id === memory_id)).toMatchObject({
      withheld: "rolled_back",
    });
    const status = await memory.call(ann, "status", {});
    expect(status.hidden_writers).toEqual(["agent:concealed"]);
    expect(status.notes.join()).toContain(
      `${rollback!.rollback_id} has ended (job ${rollback!.job_id}: PENDING)`,
    );
    expect((await memory.call(bot, "status", {})).notes.join()).toContain("hidden");
    expect(await memory.call(bot, "status", {})).not.toHaveProperty("hidden_writers");
    const { records } = await memory.call(admin(), "exportRecords", { everything: true } as never);
    expect(records[0]).toMatchObject({ type: "header", hidden_writers: ["concealed"] });
    await memory.call(ann, "stopJob", { job_id: rollback!.job_id! });
    expect((await memory.call(ann, "status", {})).notes.join()).toContain(": STOPPED)");
    await bulk({ rollback_id: rollback!.rollback_id, op: "restore" });
    expect(await memory.call(ann, "status", {})).not.toHaveProperty("hidden_writers");
    const { records: whole } = await memory.call(ann, "exportRecords", {});
    expect(whole[0]).not.toHaveProperty("hidden_writers");
  });
});
