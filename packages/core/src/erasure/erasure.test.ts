import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";
import { plantSubject, residueOf } from "./testing/plant-subject.js";

describe.each(engines)("erasing a subject on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [boss, rev, ann, bot] = [admin(), human("rev"), human("ann"), agent("bot")];
  const ask = async (subject_id: string, more: object = {}) =>
    memory.call(boss, "requestErasure", {
      ...{ subject_type: "user", subject_id, reason: "Request 4711" },
      ...more,
    });
  const note = async (text: string, subject_id: string) =>
    (await memory.call(ann, "remember", { text, subject_type: "user", subject_id })).memory_id;
  const get = (erasure_id: string) => memory.call(boss, "getErasure", { erasure_id });

  it("leaves nothing of it in any table, and all of the others", async () => {
    const planted = await plantSubject(memory, "quetzalina");
    const about = { subject_type: "user", subject_id: "quetzalina" };
    const preview = await memory.call(boss, "previewErasure", about);
    expect(preview.matched).toMatchObject({
      ...{ mentions: 1, pending_edits: 1, sessions: 1, plans: 1, working_memory: 1, capsule_items: 1 },
      memories: { chunk: 3, fact: 1, interaction: 1, capsule: 1 },
    });
    expect(preview.matched.contexts).toBeGreaterThan(0);
    expect(preview.mentioned_in).toEqual([planted.mention]);

    const { erasure_id, status, matched } = await ask("quetzalina");
    expect({ status, matched }).toEqual({ status: "pending", matched: preview.matched });
    const approved = await memory.call(rev, "approveErasure", { erasure_id });
    expect(approved).toMatchObject({ status: "running", decided_by: "human:rev" });
    expect(await residueOf(memory, planted.words)).not.toEqual([]);
    const kept = [
      { tenantId: boss.tenantId, spaceId: 1 },
      { id: planted.mention, hash: "" },
    ] as const;
    const { keptVectors } = memory.services;
    keptVectors.keep(...kept, new Float32Array([1]));
    await memory.settle();
    expect(keptVectors.get(...kept)).toBeUndefined();

    const done = await get(erasure_id);
    expect(done).toMatchObject({ status: "done", residue: 0, found_in: [], subject_id: null });
    expect(done.swept).toMatchObject({ memories: 6, capsules: 1, edits: 2, capsule_items: 1 });
    expect(done.receipt?.document).toMatchObject({ vacuumed: true, residue: 0, approved_by: "human:rev" });
    expect(await residueOf(memory, planted.words)).toEqual([]);
    // The principal of this name and the memory that only names it stay.
    expect(await residueOf(memory, ["quetzalina"])).toEqual([
      ...["audit_entry", "memory", "memory_original", "principal"],
    ]);
    const capsule = await memory.call(bot, "getCapsule", { capsule_id: planted.othersCapsule });
    expect(capsule).toMatchObject({ item_count: 1 });
    const replay = await memory.call(boss, "replayAcb", { acb_id: planted.acb });
    expect(replay).toMatchObject({ identical: false });
    expect(replay.causes).toContainEqual(expect.objectContaining({ cause: "erasure", reason: "erased" }));
    const found = await memory.call(ann, "recall", { query: "zanzibar marmalade" });
    expect(JSON.stringify(found)).not.toContain("marmalade");

    expect(await memory.call(boss, "verifyErasure", { erasure_id })).toMatchObject({ valid: true });
    expect(await memory.call(boss, "verifyAudit", {})).toMatchObject({ valid: true });
    const { entries } = await memory.call(boss, "listAudit", { operation: "erasure" });
    expect(entries).toMatchObject([{ audit_id: done.receipt?.audit_id, ids: [erasure_id] }]);
    await expect(memory.call(boss, "previewErasure", about)).rejects.toMatchObject({ code: "NOT_FOUND" });
    // It can be written about again.
    const again = await memory.call(ann, "remember", { text: "Zanzibar marmalade is back", ...about });
    expect(again.status).toBe("created");
  });

  it("finds a receipt that was altered, or that the audit log lacks", async () => {
    await note("Perpetua keeps seven lighthouses by the sea", "perpetua");
    const { erasure_id } = await ask("perpetua");
    expect(await memory.call(boss, "verifyErasure", { erasure_id })).toMatchObject({ problem: "not_done" });
    await memory.call(boss, "approveErasure", { erasure_id, confirm: "perpetua" });
    await memory.settle();
    const alter = (change: string) =>
      memory.database.ownerQuery(`update palimpsest.erasure set ${change} where erasure_id = $1`, [
        erasure_id,
      ]);
    await alter(`audit_id = 'aud_other'`);
    expect(await memory.call(boss, "verifyErasure", { erasure_id })).toMatchObject({ problem: "audit" });
    await alter(`receipt = jsonb_set(receipt, '{residue}', '1')`);
    expect(await memory.call(boss, "verifyErasure", { erasure_id })).toMatchObject({
      ...{ valid: false, problem: "signature" },
    });
  });

  it("is approved by another person, once, while it waits", async () => {
    await note("Ludmilla plays the theremin", "ludmilla");
    const service = { ...boss, type: "service" as const, id: "sweeper" };
    const { erasure_id } = await ask("ludmilla");
    const approve = (who: typeof boss, more: object = {}) =>
      memory.call(who, "approveErasure", { erasure_id, ...more });
    const forbidden = { code: "FORBIDDEN", status: 403 };
    const plainAdmin = { ...boss, keyId: "key_1" };
    await expect(approve(plainAdmin, { confirm: "ludmilla" })).rejects.toMatchObject(forbidden);
    await expect(approve(service)).rejects.toMatchObject(forbidden);
    await expect(approve(bot)).rejects.toMatchObject(forbidden);
    await expect(approve(boss)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(approve(boss, { confirm: "Ludmilla" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(approve({ ...rev, tenantId: tenantB })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask("ludmilla")).rejects.toMatchObject({ code: "CONFLICT" });
    await memory.call(boss, "cancelErasure", { erasure_id });
    await expect(approve(rev)).rejects.toMatchObject({ code: "CONFLICT", message: /was cancelled/ });

    const second = await ask("ludmilla");
    await memory.database.ownerQuery(
      `update palimpsest.erasure set expires_at = clock_timestamp() where erasure_id = $1`,
      [second.erasure_id],
    );
    expect(await get(second.erasure_id)).toMatchObject({ status: "expired" });
    const late = memory.call(rev, "approveErasure", { erasure_id: second.erasure_id });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT", message: /not approved in time/ });

    const third = await ask("ludmilla");
    const taken = { erasure_id: third.erasure_id };
    const { job_id } = await memory.call(rev, "approveErasure", taken);
    expect(await memory.call(rev, "approveErasure", taken)).toMatchObject({ job_id, status: "running" });
    await memory.settle();
    expect(await memory.call(human("eve"), "approveErasure", taken)).toMatchObject({ status: "done" });
    const { entries } = await memory.call(boss, "listAudit", { operation: "approveErasure", limit: 100 });
    expect(entries.filter(({ decision }) => decision === "denied").length).toBe(3);
    const { erasures } = await memory.call(boss, "listErasures", { limit: 3 });
    expect(erasures.map(({ status, subject_id }) => [status, subject_id])).toEqual([
      ["done", null],
      ["expired", null],
      ["cancelled", null],
    ]);
  });

  it("refuses agents, blank and long names, subjects nobody knows, and a reason that names the subject", async () => {
    const wrong = { code: "VALIDATION_ERROR" };
    for (const subject_id of ["", " ", "a".repeat(10_000), "a\nb"]) {
      await expect(ask(subject_id), subject_id.slice(0, 5)).rejects.toMatchObject(wrong);
    }
    await expect(ask("nobody")).rejects.toMatchObject({ code: "NOT_FOUND", message: /Nothing is stored/ });
    await note("Ottoline collects stamps", "ottoline");
    await expect(ask("ottoline", { reason: "Ottoline asked" })).rejects.toMatchObject(wrong);
    const of = { subject_type: "user", subject_id: "ottoline" };
    const agentAdmin = { ...boss, type: "agent" as const, id: "root-bot" };
    for (const who of [rev, bot, agentAdmin]) {
      const denied = memory.call(who, "previewErasure", of);
      await expect(denied, who.id).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const asked = { ...of, reason: "r" };
    await expect(memory.call(admin(tenantB), "requestErasure", asked)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("of two requests at once takes one", async () => {
    await note("Theodora sleeps late", "theodora");
    const both = await Promise.allSettled([ask("theodora"), ask("theodora")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("goes on where a run was killed, and finds what was written meanwhile", async () => {
    for (const n of [1, 2, 3]) await note(`Ignatius has ${n} parrots in the attic`, "ignatius");
    const { erasure_id } = await ask("ignatius");
    await memory.call(rev, "approveErasure", { erasure_id });
    await memory.services.db.workerIn(boss.tenantId, async (tx) => {
      await tx.query(`select palimpsest.erasure_collect($1, 'ignatius')`, [erasure_id]);
      await tx.query(`select palimpsest.erasure_sweep($1, 1)`, [erasure_id]);
    });
    await note("Ignatius has four parrots in the attic", "ignatius");
    await memory.settle();
    expect(await get(erasure_id)).toMatchObject({ status: "done", swept: { memories: 4 } });
  });

  it("erases what names the subject too, if that is asked for", async () => {
    await note("Wilhelmina breeds newts", "wilhelmina");
    const mention = await note("Ask wilhelmina about newts", "ben");
    const { erasure_id } = await ask("wilhelmina", { also: ["mentions"] });
    await memory.call(rev, "approveErasure", { erasure_id });
    await memory.settle();
    expect(await get(erasure_id)).toMatchObject({ status: "done", swept: { memories: 2 } });
    const gone = memory.call(ann, "memoryHistory", { memory_id: mention });
    await expect(gone).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("erases documents and claims with what was found in them, and refuses an older export of them", async () => {
    const of = { subject_type: "user", subject_id: "xanthippe" };
    const document = { artifact_type: "note", source_system: "notes", source_id: "x", title: "Minutes" };
    const content = "Xanthippe commits to deliver the borogove report by 7 May 2026.";
    await memory.call(boss, "ingestArtifact", { ...document, content, ...of } as never);
    await memory.settle();
    await memory.call(boss, "upsertClaim", {
      ...{ text: "A borogove was promised in May", provenance: { at: "2026-05-01T00:00:00Z" } },
      entities: [{ id: "xanthippe", type: "Actor", name: "The borogove keeper" }],
    });
    const { records } = await memory.call(boss, "exportRecords", { everything: true, limit: 1_000 });
    const held = records.filter((record) => JSON.stringify(record).includes("borogove"));
    expect(held.length).toBeGreaterThan(1);
    const { erasure_id } = await ask("xanthippe");
    await memory.call(rev, "approveErasure", { erasure_id });
    await memory.settle();
    expect(await get(erasure_id)).toMatchObject({ status: "done" });
    expect(await residueOf(memory, ["borogove"])).toEqual([]);
    const again = held.filter((record) => "subject_id" in record);
    const header = { export_id: "exp_1", version: 1, tenant_id: boss.tenantId };
    const { results } = await memory.call(boss, "importRecords", { ...header, records: again } as never);
    expect(results.length).toBeGreaterThan(0);
    for (const { error } of results) expect(error).toMatchObject({ code: "TOMBSTONED" });
  });
});
