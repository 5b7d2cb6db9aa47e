import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { startWorker } from "../../jobs/index.js";
import { wholePolicy } from "../../policy/testing/whole-policy.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { editFold } from "../apply/fold-job.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("deciding on edits of what one may not read, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit, get } = surgery(() => memory);
  const ann = human("ann");
  const note = async (who: Principal, text: string) =>
    (await memory.call(who, "remember", { text, visibility: "private" })).memory_id;
  const restore = async (who: Principal, id: string) => {
    const made = await edit(who, id, { op: "restore" });
    expect(made.status).toBe("pending");
    return made.edit_id;
  };
  const pendingOf = async (who: Principal, proposer_id: string) =>
    (await memory.call(who, "listEdits", { status: "pending", proposer_id })).edits;
  const workerRuns = () =>
    new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [editFold],
        onEnd: () => void worker.stop().then(ended, failed),
      });
    });

  it("shows reviewers that it waits, and no word of it", async () => {
    const [bot, other] = [agent("bot"), agent("other")];
    const id = await note(bot, "Herons nest in my drawer");
    await memory.call(ann, "bulkEdit", { writer: "agent:bot", op: "retract", reason: "poisoned" });
    const edit_id = await restore(bot, id);
    const waiting = await memory.call(ann, "listEdits", { status: "pending", proposer_id: "bot" });
    expect(waiting).toMatchObject({ total_count: 1, edits: [{ edit_id, target_id: id, op: "restore" }] });
    const seen = [waiting, await memory.call(ann, "getEdit", { edit_id })];
    expect(JSON.stringify(seen)).not.toContain("Heron");
    expect(await codeOf(memory.call(ann, "previewPendingEdit", { edit_id }))).toBe("FORBIDDEN");
    expect(await pendingOf(other, "bot")).toEqual([]);
    expect(await codeOf(memory.call(other, "getEdit", { edit_id }))).toBe("NOT_FOUND");
    expect(await codeOf(memory.call(bot, "approveEdit", { edit_id }))).toBe("FORBIDDEN");
  });

  it("brings back what a reviewer approves, once a worker has read its words", async () => {
    const cog = agent("cog");
    const id = await note(cog, "Storks nest on my mast");
    const derived = (
      await memory.call(agent("fan"), "remember", { text: "Somebody likes storks", visibility: "private" })
    ).memory_id;
    await memory.database.ownerQuery(
      `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type) values ($1, $2, $3, 'derived_from')`,
      [ann.tenantId, derived, id],
    );
    await memory.call(ann, "bulkEdit", { writer: "agent:cog", op: "retract", reason: "poisoned" });
    const edit_id = await restore(cog, id);
    const answer = await memory.call(ann, "approveEdit", { edit_id, note: "it was right" });
    expect(answer).toMatchObject({ status: "approved", approved_by: "ann", cascaded: 1 });
    await workerRuns();
    expect((await get(id, {}, cog))?.text).toBe("Storks nest on my mast");
    expect(await get(derived, {}, agent("fan"))).toBeDefined();
    const found = await memory.call(cog, "recall", { query: "storks mast", channel: "private" });
    expect(found.memories.map(({ memory_id }) => memory_id)).toContain(id);
    expect(await memory.call(ann, "approveEdit", { edit_id })).toEqual(answer);
    expect(await get(id, {}, ann)).toBeUndefined();
    const { entries } = await memory.call(admin(), "listAudit", { operation: "approveEdit" });
    expect(entries[0]).toMatchObject({ decision: "allowed" });
    expect(JSON.stringify(entries)).toContain(edit_id);
    expect(JSON.stringify(entries)).not.toContain(id);
  });

  it("needs no worker where no words come back, and rejects for good", async () => {
    const dot = agent("dot");
    const [first, second] = [
      await note(dot, "Cranes dance at noon"),
      await note(dot, "Cranes sleep at night"),
    ];
    await memory.call(ann, "bulkEdit", { writer: "agent:dot", op: "quarantine", reason: "doubt" });
    const [one, two] = [await restore(dot, first), await restore(dot, second)];
    expect(await memory.call(ann, "approveEdit", { edit_id: one })).toMatchObject({ status: "approved" });
    expect((await get(first, {}, dot))?.text).toBe("Cranes dance at noon");
    expect(await memory.call(ann, "rejectEdit", { edit_id: two })).toMatchObject({ status: "rejected" });
    expect(await get(second, {}, dot)).toBeUndefined();
    expect(await codeOf(memory.call(ann, "approveEdit", { edit_id: two }))).toBe("CONFLICT");
  });

  it("does not approve words that the reviewer cannot read", async () => {
    await memory.call(admin(), "applyPolicy", {
      yaml: wholePolicy("version: 1\napproval:\n  edits: [{ then: wait }]"),
    });
    const eve = agent("eve");
    const id = await note(eve, "Gulls are grey");
    const amended = await edit(eve, id, { op: "amend", patch: { text: "Gulls are secret" } });
    expect(JSON.stringify(await pendingOf(ann, "eve"))).not.toContain("secret");
    expect(await codeOf(memory.call(ann, "approveEdit", { edit_id: amended.edit_id }))).toBe("FORBIDDEN");
    expect(await memory.call(ann, "rejectEdit", { edit_id: amended.edit_id })).toMatchObject({
      status: "rejected",
    });
    const retracted = await edit(eve, id, { op: "retract" });
    expect(await memory.call(ann, "approveEdit", { edit_id: retracted.edit_id })).toMatchObject({
      ...{ status: "approved", twins: 0 },
    });
    expect(await get(id, {}, eve)).toBeUndefined();
  });
});
