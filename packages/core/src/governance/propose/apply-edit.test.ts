import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("applying an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, find, history } = surgery(() => memory);
  const ann = human("ann");

  it("removes a retracted memory from every read and keeps it in the log", async () => {
    const id = await write("ospreys nest on pylons");
    const made = await edit(ann, id, { op: "retract" });
    expect(made).toMatchObject({ status: "approved", cascaded: 0 });
    expect(Date.parse(made.applied_at!)).toBeGreaterThan(0);
    expect(await get(id)).toBeUndefined();
    expect(await find("ospreys")).toEqual([]);
    const { current, edits } = await history(id);
    expect(current).toMatchObject({ text: null, is_retracted: true, edits_applied: 1 });
    expect(edits.map((e) => [e.edit_id, e.op, e.status])).toEqual([[made.edit_id, "retract", "approved"]]);
  });

  it("finds an amended memory by its new words and not by its old ones", async () => {
    const id = await write("the invoice went to Zanzibar");
    await edit(ann, id, { op: "amend", patch: { text: "the invoice went to Bratislava", importance: 0.7 } });
    expect(await get(id)).toMatchObject({ text: "the invoice went to Bratislava", edits_applied: 1 });
    expect((await get(id))!.importance).toBeCloseTo(0.7, 5);
    const hits = await memory.call(ann, "searchChunks", { query: "Bratislava", channel: "private" });
    expect(hits.chunks[0]?.chunk_id).toBe(id);
    const old = await memory.database.ownerQuery(
      `select 1 from palimpsest.memory_term t join palimpsest.memory m using (tenant_id, reading_position), palimpsest.lexemes('zanzibar') l
       where m.id = $1 and t.term = l.term`,
      [id],
    );
    expect(old).toEqual([]);
  });

  it("keeps an amended text when an attenuation follows", async () => {
    const id = await write("her number is on file somewhere");
    await edit(ann, id, { op: "amend", patch: { text: "her number is not kept", importance: 0.9 } });
    await edit(ann, id, { op: "attenuate", patch: { importance_delta: -0.4 } });
    const now = await get(id);
    expect(now?.text).toBe("her number is not kept");
    expect(now?.importance).toBeCloseTo(0.5, 5);
  });

  it("hides a quarantined memory unless asked for", async () => {
    const id = await write("rumour of a merger");
    await edit(ann, id, { op: "quarantine" });
    expect(await get(id)).toBeUndefined();
    expect(await get(id, { include_quarantined: true })).toMatchObject({ is_quarantined: true });
    expect(await find("rumour")).toEqual([]);
    expect(await find("rumour", { include_quarantined: true })).toEqual([id]);
  });

  it("hides a blocked memory in that channel, and where no channel is named", async () => {
    const id = await write("internal roadmap talk", { channel: "public" });
    await edit(ann, id, { op: "block", patch: { channel: "team" } });
    expect(await get(id, { channel: "private" })).toBeDefined();
    expect(await get(id, { channel: "team" })).toBeUndefined();
    expect(await get(id, { channel: undefined })).toBeUndefined();
  });

  it.each([
    [{}, "the ferry leaves at noon", false, []],
    [{ op: "amend" }, "the ferry leaves at noon", true, ["public", "team"]],
    [{ op: "quarantine" }, "the ferry leaves at one", false, ["public", "team"]],
    [{ op: "block" }, "the ferry leaves at one", true, []],
    [{ channel: "team" }, "the ferry leaves at one", true, ["public"]],
  ])("restores by %j what it names and nothing else", async (patch, text, quarantined, blocked) => {
    const id = await write("the ferry leaves at noon");
    await edit(ann, id, { op: "amend", patch: { text: "the ferry leaves at one" } });
    await edit(ann, id, { op: "quarantine" });
    await edit(ann, id, { op: "block", patch: { channel: "team" } });
    await edit(ann, id, { op: "block", patch: { channel: "public" } });
    await edit(ann, id, { op: "restore", patch });
    expect((await history(id)).current).toMatchObject({
      text,
      is_quarantined: quarantined,
      blocked_channels: blocked,
      edits_applied: 5,
    });
  });

  it("undoes one edit by its id, and only an edit in force on that memory", async () => {
    const id = await write("version one");
    const second = await edit(ann, id, { op: "amend", patch: { text: "version two" } });
    await edit(ann, id, { op: "amend", patch: { text: "version three" } });
    const last = (await history(id)).edits.at(-1)!.edit_id;
    await edit(ann, id, { op: "restore", patch: { edit_id: last } });
    expect((await get(id))?.text).toBe("version two");
    const other = await write("another memory");
    expect(await codeOf(edit(ann, other, { op: "restore", patch: { edit_id: second.edit_id } }))).toBe(
      "NOT_FOUND",
    );
    expect(await codeOf(edit(ann, id, { op: "restore", patch: { edit_id: "edt_none" } }))).toBe("NOT_FOUND");
  });

  it("makes a restored memory findable again by words and by vector", async () => {
    const id = await write("quokkas smile at tourists");
    await edit(ann, id, { op: "retract" });
    await edit(ann, id, { op: "restore", patch: { op: "retract" } });
    expect(await find("quokkas")).toEqual([id]);
    const rows = await memory.database.ownerQuery<{ vectors: number; words: number }>(
      `select (select count(*)::integer from palimpsest.memory_vector v where v.memory_id = m.id) as vectors,
         m.word_count as words from palimpsest.memory m where m.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ vectors: 1, words: expect.any(Number) }]);
    expect(rows[0]!.words).toBeGreaterThan(0);
  });

  it("edits every kind alike", async () => {
    const admin = human("root");
    const made: [string, string][] = [
      ["decision", (await memory.call(ann, "createDecision", { decision: "ship on Friday" })).memory_id],
      ["task", (await memory.call(ann, "createTask", { title: "write the log" })).memory_id],
      ["rule", (await memory.call(admin, "createRule", { content: "be brief" })).memory_id],
      [
        "capsule",
        (
          await memory.call(ann, "createCapsule", {
            subject_type: "project",
            subject_id: "p",
            scope: "project",
            audience_agent_ids: ["bot"],
            items: { chunks: [await write("held by a capsule")], decisions: [], artifacts: [] },
          })
        ).capsule_id,
      ],
    ];
    for (const [kind, id] of made) {
      const answer = await edit(ann, id, { op: "retract", target_type: kind });
      expect(answer.status, kind).toBe("approved");
      expect((await history(id)).current.is_retracted, kind).toBe(true);
    }
    expect((await memory.call(ann, "listDecisions", {})).decisions).toEqual([]);
    expect((await memory.call(ann, "listTasks", {})).tasks).toEqual([]);
    expect((await memory.call(ann, "listRules", {})).rules).toEqual([]);
    expect(await codeOf(memory.call(agent("bot"), "getCapsule", { capsule_id: made[3]![1] }))).toBe(
      "NOT_FOUND",
    );
  });
});
