import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { runDueJobs } from "../../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../../testing/test-memory.js";
import { mostPending } from "../../apply/queue-edits.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { codeOf, refusal, surgery } from "../../testing/surgery.js";
import { writerRollback } from "../rollback/rollback-job.js";
import { perStep } from "../rollback/rollback-writer.js";

describe.each(engines)("editing many memories on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, history, approve } = surgery(() => memory);
  const ann = human("ann");
  const bulk = (input: object, who = ann) =>
    memory.call(who, "bulkEdit", { op: "retract", reason: "poisoned", ...input } as never);
  const poison = async (bot: string, count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      ids.push(await write(`${bot} says ${n}`, { actor_type: "agent", actor_id: bot }, agent(bot)));
    }
    return ids;
  };

  it("rolls back everything that one writer wrote, and nothing else", async () => {
    const ids = await poison("mallory", 5);
    const [other] = await poison("alice", 1);
    await edit(ann, ids[0]!, { op: "retract" });
    const made = await bulk({ writer: "agent:mallory" });
    expect(made).toMatchObject({ status: "approved", matched: 5, edited: 4 });
    expect(made.edit_ids).toHaveLength(4);
    for (const id of ids) expect(await get(id)).toBeUndefined();
    expect(await get(other!)).toBeDefined();
    expect(await bulk({ writer: "agent:mallory" })).toMatchObject({ matched: 5, edited: 0, edit_ids: [] });
    expect(await bulk({ writer: "agent:mallory", op: "restore" })).toMatchObject({ edited: 5 });
    for (const id of ids) expect((await get(id))?.text).toMatch(/^mallory says/);
    expect(await bulk({ writer: "agent:mallory", op: "restore" })).toMatchObject({ matched: 5, edited: 0 });
  });

  it("rolls back and restores more memories than one statement takes, leaves them to no queue, and audits each", async () => {
    const first = await seedMemories(memory, agent("flood"), 1_010, { projectId: "flood" });
    const last = `${first}-1010`;
    expect(await refusal(bulk({ writer: "agent:flood" }, agent("lookout")))).toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringContaining("1010 of these edits would wait") },
    });
    expect((await memory.call(ann, "listEdits", { proposer_id: "lookout" })).total_count).toBe(0);
    // Here further calls go on after the first ones, before the job does.
    const inCall = perStep(memory.services);
    for (let left = 1_010; left > 0; left -= inCall) {
      const edited = Math.min(left, inCall);
      expect(await bulk({ writer: "agent:flood" })).toMatchObject({ status: "approved", edited });
    }
    expect(await get(last)).toBeUndefined();
    expect(await codeOf(bulk({ writer: "agent:flood", op: "restore" }))).toBe("CONFLICT");
    await runDueJobs(memory.services, {
      kinds: [writerRollback],
      signal: new AbortController().signal,
      onEnd: () => undefined,
    });
    expect(await bulk({ writer: "agent:flood", op: "restore" })).toMatchObject({ edited: 1_010 });
    expect((await get(last))?.text).toBe((await get(first))?.text);
    for (const target_id of [first, last]) {
      const { entries } = await memory.call(ann, "listAudit", { target_id, operation: "bulkEdit" });
      expect(entries.map(({ actor_id }) => actor_id)).toEqual(["ann", "ann"]);
      const { entries: whole } = await memory.call(ann, "listAudit", { request_id: entries[0]!.request_id });
      expect(new Set(whole.flatMap(({ ids }) => ids)).size).toBe(1_010);
      expect(whole).toHaveLength(2);
    }
  });

  it("rolls back what was written since a given time", async () => {
    const [before] = await poison("trent", 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date().toISOString();
    const [after] = await poison("trent", 1);
    expect(await bulk({ writer: "agent:trent", since })).toMatchObject({ matched: 1, edited: 1 });
    expect(await get(before!)).toBeDefined();
    expect(await get(after!)).toBeUndefined();
  });

  it("edits a list of ids, amended text included", async () => {
    const ids = await poison("bob", 3);
    await bulk({ target_ids: [...ids, ids[0]], op: "amend", patch: { text: "struck out" } });
    for (const id of ids) expect((await get(id))?.text).toBe("struck out");
    await bulk({ target_ids: ids, op: "block", patch: { channel: "team" } });
    expect((await history(ids[0]!)).current.blocked_channels).toEqual(["team"]);
  });

  it("refuses to amend a list of which one is retracted", async () => {
    const ids = await poison("erin", 2);
    await edit(ann, ids[1]!, { op: "retract" });
    const { code, message } = await refusal(
      bulk({ target_ids: ids, op: "amend", patch: { text: "struck out too" } }),
    );
    expect(code).toBe("CONFLICT");
    expect(message).toContain(ids[1]);
    expect((await get(ids[0]!))?.text).toMatch(/^erin says/);
  });

  it("changes nothing when one id is missing or foreign", async () => {
    const ids = await poison("carol", 2);
    const foreign = await write("of tenant b", {}, human("eve", tenantB));
    for (const bad of ["chk_missing", foreign]) {
      expect(await codeOf(bulk({ target_ids: [...ids, bad] }))).toBe("NOT_FOUND");
    }
    for (const id of ids) expect(await get(id)).toBeDefined();
  });

  it("leaves each edit of an agent's bulk edit pending", async () => {
    const ids = await poison("dave", 2);
    const made = await bulk({ target_ids: ids }, agent("watchdog"));
    expect(made).toMatchObject({ status: "pending", edited: 2 });
    for (const id of ids) expect(await get(id)).toBeDefined();
    const again = await bulk({ target_ids: ids }, agent("watchdog"));
    expect(again).toMatchObject({ edited: 2, edit_ids: made.edit_ids });
    await approve(made.edit_ids[0]!);
    const waiting = await memory.call(ann, "listEdits", { status: "pending", proposer_id: "watchdog" });
    expect(waiting).toMatchObject({ total_count: 1, edits: [{ edit_id: made.edit_ids[1] }] });
  });

  it("lets at most 1,000 edits of one proposer wait, and those of others beside them", async () => {
    const ids = await poison("fay", 2);
    const flooder = agent("flooder");
    const made = await bulk({ target_ids: ids }, flooder);
    await memory.database.ownerQuery(
      `with edit as (
         insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, reason, proposer_type, proposer_id)
         select e.tenant_id, e.edit_id || n, e.memory_id, 'block', 'flood', e.proposer_type, e.proposer_id
         from palimpsest.memory_edit e, generate_series(1, $2::integer) n where e.edit_id = $1
         returning tenant_id, edit_id, memory_id)
       insert into palimpsest.memory_edit_pending (tenant_id, edit_id, memory_id) select * from edit`,
      [made.edit_ids[0], mostPending - 3],
    );
    await memory.database.ownerQuery("analyze palimpsest.memory_edit");
    expect(await codeOf(bulk({ target_ids: ids, op: "quarantine" }, flooder))).toBe("FORBIDDEN");
    // What waits already is no new edit.
    expect(await bulk({ target_ids: ids }, flooder)).toMatchObject({ edit_ids: made.edit_ids });
    expect(await bulk({ target_ids: [ids[0]], op: "quarantine" }, flooder)).toMatchObject({ edited: 1 });
    expect(await codeOf(bulk({ target_ids: [ids[1]], op: "quarantine" }, flooder))).toBe("FORBIDDEN");
    expect(await bulk({ target_ids: ids }, agent("calm"))).toMatchObject({ status: "pending", edited: 2 });
    // One decision takes all of them out of the queue.
    const { rollback } = await bulk({ writer: "agent:flooder" });
    expect(rollback!.rejected).toBeGreaterThan(0);
  });

  it("says that nothing of a writer was found, and refuses a writer that is not type:id", async () => {
    const [none, since] = [{ writer: "agent:nobody" }, "2026-01-01T00:00:00Z"];
    for (const [given, note] of [
      [none, "Nothing of agent:nobody was found."],
      [{ ...none, op: "restore", since }, `Nothing of agent:nobody since ${since} was found.`],
    ] as const)
      expect(await bulk(given)).toMatchObject({ matched: 0, note: expect.stringContaining(note) });
    await poison("erin", 1);
    expect(await bulk({ writer: "agent:erin" })).not.toHaveProperty("note");
    for (const writer of ["Agent:erin", "agnt:erin", "erin", "agent:", ":erin", " agent:erin"])
      await expect(bulk({ writer }), writer).rejects.toMatchObject({
        ...{
          code: "VALIDATION_ERROR",
          message: expect.stringContaining("must be type:id, as in agent:bot-7"),
        },
      });
  });

  it.each([
    [{}],
    [{ target_ids: ["chk_1"], writer: "agent:x" }],
    [{ target_ids: ["chk_1"], since: "2026-01-01T00:00:00Z" }],
    [{ target_ids: [] }],
    [{ writer: "agent:x", op: "restore", patch: { edit_id: "edt_1" } }],
    [{ writer: "agent:x", op: "block" }],
    [{ writer: "agent:x", reason: " " }],
  ])("refuses %j", async (bad) => expect(await codeOf(bulk(bad))).toBe("VALIDATION_ERROR"));
});
