import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { codeOf, refusal, surgery } from "../testing/surgery.js";

describe.each(engines)("applying an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, find, history, approve } = surgery(() => memory);
  const ann = human("ann");

  it("takes a retracted memory out of every read and keeps it on record", async () => {
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

  it("hides what is quarantined unless it is asked for", async () => {
    const id = await write("rumour of a merger");
    await edit(ann, id, { op: "quarantine" });
    expect(await get(id)).toBeUndefined();
    expect(await get(id, { include_quarantined: true })).toMatchObject({ is_quarantined: true });
    expect(await find("rumour")).toEqual([]);
    expect(await find("rumour", { include_quarantined: true })).toEqual([id]);
  });

  it("hides what is blocked in its channel, and where no channel is named", async () => {
    const id = await write("internal roadmap talk");
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

  it("answers a second retraction with the first, and records nothing", async () => {
    const id = await write("retracted once");
    const first = await edit(ann, id, { op: "retract" });
    expect(await edit(ann, id, { op: "retract" })).toEqual(first);
    expect(await edit(agent("bot"), id, { op: "retract" })).toEqual(first);
    expect((await history(id)).edits).toHaveLength(1);
  });

  it("retracts once when several retract at once", async () => {
    const id = await write("retracted by many");
    const made = await Promise.all(
      ["ann", "ben", "eve", "dan"].map((who) => edit(human(who), id, { op: "retract" })),
    );
    expect(new Set(made.map((e) => e.edit_id)).size).toBe(1);
    expect((await history(id)).edits).toHaveLength(1);
  });

  it("loses no delta when many attenuate at once", async () => {
    const id = await write("many hands");
    await edit(ann, id, { op: "attenuate", patch: { importance: 1 } });
    await Promise.all(
      Array.from({ length: 8 }, () => edit(ann, id, { op: "attenuate", patch: { importance_delta: -0.1 } })),
    );
    expect((await get(id))!.importance).toBeCloseTo(0.2, 5);
  });

  it("settles amends, restores and retractions that come at once", async () => {
    const id = await write("contended text");
    await edit(ann, id, { op: "attenuate", patch: { importance: 0.5 } });
    await Promise.all([
      edit(ann, id, { op: "amend", patch: { text: "contended alpha" } }),
      edit(ann, id, { op: "restore" }),
      edit(ann, id, { op: "amend", patch: { text: "contended beta" } }),
      edit(ann, id, { op: "retract" }),
      edit(ann, id, { op: "restore", patch: { op: "retract" } }),
    ]);
    const [row] = await memory.services.db.transaction(ann, (tx) =>
      tx.query(
        `select m.retracted = s.retracted and m.edit_count = 6 and (m.retracted or m.text = s.text) as same,
           m.word_count = (select coalesce(sum(t.tf), 0) from palimpsest.memory_term t
                           where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position)
           and m.retracted = (m.word_count = 0) as indexed
         from palimpsest.memory m join palimpsest.states(array[$1]) s on s.id = m.id
         where m.tenant_id = $2`,
        [id, ann.tenantId],
      ),
    );
    expect(row).toEqual({ same: true, indexed: true });
  });

  it("has one answer for what is missing, foreign, private to another, expired or of another type", async () => {
    const foreign = await write("tenant b's own", {}, human("eve", tenantB));
    const mine = await write("a chunk");
    const hidden = await memory.call(human("ben"), "remember", {
      text: "ben's secret wish",
      visibility: "private",
    });
    const expired = await memory.call(ann, "remember", {
      text: "gone soon",
      expires_at: new Date(Date.now() + 300).toISOString(),
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const retract = { op: "retract" };
    const refused = await Promise.all([
      refusal(edit(ann, "chk_missing", retract)),
      refusal(edit(ann, foreign, retract)),
      refusal(edit(ann, hidden.memory_id, retract)),
      refusal(edit(ann, expired.memory_id, retract)),
      refusal(edit(ann, mine, { ...retract, target_type: "decision" })),
    ]);
    expect(new Set(refused.map((r) => JSON.stringify(r))).size).toBe(1);
    expect(refused[0]!.code).toBe("NOT_FOUND");
    expect(await get(foreign, {}, human("eve", tenantB))).toBeDefined();
  });

  it("edits every kind alike", async () => {
    const admin = human("root");
    const made: [string, string][] = [
      ["decision", (await memory.call(ann, "createDecision", { decision: "ship on Friday" })).decision_id],
      ["task", (await memory.call(ann, "createTask", { title: "write the log" })).task_id],
      ["rule", (await memory.call(admin, "createRule", { content: "be brief" })).rule_id],
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

  it("masks a secret in an amended text as in a new one", async () => {
    const id = await write("the key is in the safe");
    await edit(ann, id, { op: "amend", patch: { text: "the key is AKIAIOSFODNN7EXAMPLE, mind it" } });
    expect((await get(id))?.text).toBe("the key is [SECRET_REDACTED], mind it");
    const kept = await memory.database.ownerQuery(
      `select 1 from palimpsest.memory_edit where patch::text like '%AKIAIOSFODNN7%'`,
    );
    expect(kept).toEqual([]);
  });

  it("gives a retry with the same key the first answer and edits once", async () => {
    const id = await write("edited once only");
    const input = {
      target_type: "chunk",
      target_id: id,
      op: "attenuate",
      patch: { importance_delta: 0.25 },
      reason: "matters",
    } as const;
    const [first, second] = [
      await memory.call(ann, "applyEdit", input, { idempotencyKey: "k-edit" }),
      await memory.call(ann, "applyEdit", input, { idempotencyKey: "k-edit" }),
    ];
    expect(second).toEqual(first);
    expect((await get(id))!.importance).toBeCloseTo(0.25, 5);
  });

  it.each([
    [{ op: "retract", reason: "" }],
    [{ op: "retract", reason: "  \n " }],
    [{ op: "retract", reason: "x".repeat(2_001) }],
    [{ op: "erase" }],
    [{ op: "attenuate", patch: { importance: Number.NaN } }],
    [{ op: "attenuate", patch: { importance: Number.POSITIVE_INFINITY } }],
    [{ op: "attenuate", patch: { importance: 1.01 } }],
    [{ op: "attenuate", patch: { importance_delta: -2 } }],
    [{ op: "amend", patch: { text: "" } }],
    [{ op: "amend", patch: { channel: "team" } }],
    [{ op: "block", patch: { channel: "everywhere" } }],
    [{ op: "retract", patch: { text: "x" } }],
    [{ op: "restore", cascade: "quarantine" }],
  ])("refuses %j and leaves the memory as it was", async (bad) => {
    const id = await write("left alone");
    expect(await codeOf(edit(ann, id, bad))).toBe("VALIDATION_ERROR");
    expect((await history(id)).edits).toEqual([]);
  });

  it("shows what a pending edit would do in its preview and nowhere else", async () => {
    const id = await write("llamas hum softly");
    const made = await edit(agent("bot"), id, { op: "amend", patch: { text: "alpacas hum softly" } });
    expect(made).toEqual({ edit_id: made.edit_id, status: "pending", cascaded: 0 });
    expect((await get(id))?.text).toBe("llamas hum softly");
    expect(await find("alpacas")).toEqual([]);
    const preview = await memory.call(ann, "previewPendingEdit", { edit_id: made.edit_id });
    expect([preview.before.text, preview.after.text]).toEqual(["llamas hum softly", "alpacas hum softly"]);
    await approve(made.edit_id);
    expect((await get(id))?.text).toBe("alpacas hum softly");
  });
});
