import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("approval of an agent's edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, bot, cog] = [human("ann"), agent("bot"), agent("cog")];
  const write = async (text: string, given: object = {}) =>
    (await memory.call(bot, "remember", { text, ...given })).memory_id;
  const hidden = { visibility: "private" };
  const edit = (target_id: string, given: object) =>
    memory.call(bot, "applyEdit", { target_type: "memory", target_id, reason: "wrong", ...given } as never);

  it("is not needed when only the agent itself can see the memory, and the log says who did it", async () => {
    const id = await write("my own guess", hidden);
    const { edit_id, status } = await memory.call(bot, "correct", {
      memory_id: id,
      text: "my own knowledge",
      reason: "found out",
    });
    expect(status).toBe("approved");
    expect(await memory.call(bot, "memoryHistory", { memory_id: id })).toMatchObject({
      current: { text: "my own knowledge" },
      edits: [{ edit_id, proposer_id: "bot", decided_by: "bot" }],
    });
    expect(await memory.call(bot, "forget", { memory_id: id, reason: "done" })).toMatchObject({
      status: "approved",
    });
    const { entries } = await memory.call(ann, "listAudit", { operation: "correct", target_id: edit_id });
    expect(entries[0]).toMatchObject({ actor_id: "bot", decision: "allowed" });
  });

  it("is a person's when others can see the memory or what was derived from it", async () => {
    const open = await write("our guess");
    expect(await edit(open, { op: "retract", patch: {} })).toMatchObject({ status: "pending" });
    const id = await write("a hidden ground", hidden);
    const made = await write("an open conclusion", { derived_from: [id] });
    const cascade = { op: "retract", patch: {}, cascade: "quarantine" };
    await expect(edit(id, cascade)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { current } = await memory.call(bot, "memoryHistory", { memory_id: made });
    expect(current.is_quarantined).toBe(false);
    expect(await edit(id, { op: "retract", patch: {} })).toMatchObject({ status: "approved" });
  });

  it("is decided for each memory of a bulk edit", async () => {
    const [own, open] = [await write("a private one", hidden), await write("an open one")];
    const made = await memory.call(bot, "bulkEdit", {
      target_ids: [own, open],
      op: "quarantine",
      patch: {},
      reason: "doubt",
    });
    expect(made).toMatchObject({ status: "pending", edited: 2 });
    const isHeld = async (memory_id: string) =>
      (await memory.call(bot, "memoryHistory", { memory_id })).current.is_quarantined;
    expect([await isHeld(own), await isHeld(open)]).toEqual([true, false]);
    const alone = { target_ids: [own], op: "restore" as const, patch: {}, reason: "sure" };
    expect(await memory.call(bot, "bulkEdit", alone)).toMatchObject({ status: "approved" });
  });

  it("is not needed for the author of a capsule, unless it would undo a person's edit", async () => {
    const { capsule_id } = await memory.call(bot, "createCapsule", {
      scope: "project",
      subject_type: "user",
      subject_id: "jack",
      audience_agent_ids: ["cog", "ann"],
      items: { chunks: [await write("for cog")] },
      risks: ["Teh door sticks"],
    });
    const amend = { op: "amend", patch: { text: "The door sticks" } };
    expect(await edit(capsule_id, amend)).toMatchObject({ status: "approved" });
    const foreign = { memory_id: capsule_id, reason: "mine now" };
    expect(await memory.call(cog, "forget", foreign)).toMatchObject({ status: "pending" });
    await memory.call(ann, "applyEdit", {
      target_type: "memory",
      target_id: capsule_id,
      op: "quarantine",
      patch: {},
      reason: "doubt",
    });
    expect(await edit(capsule_id, { op: "restore", patch: {} })).toMatchObject({ status: "pending" });
  });

  it("is asked for once when the same edit is proposed several times, also at once", async () => {
    const id = await write("ask me once");
    const ask = () => memory.call(bot, "forget", { memory_id: id, reason: "please" });
    const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
    others.push(await ask());
    expect(others.map(({ edit_id }) => edit_id)).toEqual(Array(3).fill(first!.edit_id));
    expect(await edit(id, { op: "quarantine", patch: {} })).not.toMatchObject({ edit_id: first!.edit_id });
    const again = await memory.call(cog, "forget", { memory_id: id, reason: "please" });
    expect(again.edit_id).not.toBe(first!.edit_id);
    await memory.call(ann, "rejectEdit", { edit_id: first!.edit_id, note: "no" } as never);
    expect((await ask()).edit_id).not.toBe(first!.edit_id);
  });

  it("is not asked for when there is nothing to restore", async () => {
    const id = await write("never touched");
    const restore = { op: "restore", patch: {} };
    await expect(edit(id, restore)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(
      memory.call(ann, "applyEdit", {
        target_type: "memory",
        target_id: id,
        op: "restore",
        patch: {},
        reason: "x",
      }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
