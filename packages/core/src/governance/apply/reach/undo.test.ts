import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";

describe.each(engines)("restoring what an edit had caused on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, derive, edit, get, history, approve } = surgery(() => memory);
  const [ann, ben, bot] = [human("ann"), human("ben"), agent("bot")];
  const amend = (text: string) => ({ op: "amend", patch: { text }, cascade: "rederive" });
  const textOf = async (id: string) => (await get(id))?.text;

  it("undoes the cascade in the same call, and once", async () => {
    const source = await write("the fee is 5.00 a day");
    const verbatim = await derive("They charge 5.00 for it.", [source]);
    const paraphrase = await derive("It costs five a day.", [source]);
    await edit(ann, source, amend("the fee is 5.50 a day"));
    const back = await edit(ann, source, { op: "restore", patch: { op: "amend" } });
    expect(back).toMatchObject({ status: "approved", cascaded: 2 });
    expect([await textOf(source), await textOf(verbatim), await textOf(paraphrase)]).toEqual([
      "the fee is 5.00 a day",
      "They charge 5.00 for it.",
      "It costs five a day.",
    ]);
    expect(await codeOf(edit(ann, source, { op: "restore", patch: { op: "amend" } }))).toBe("CONFLICT");
    expect((await history(verbatim)).edits).toHaveLength(2);
    const found = await memory.call(ann, "recall", { query: "charge 5.00" });
    expect(found.memories.map(({ memory_id }) => memory_id)).toContain(verbatim);
  });

  it("undoes several corrections of one memory, whatever came before them", async () => {
    const source = await write("the gate is red and the door is oak");
    const child = await derive("Seen: the gate is red, the door is oak.", [source]);
    await edit(ben, child, {
      op: "amend",
      patch: { text: "Seen by Ben: the gate is red and the door is oak" },
    });
    await edit(ann, source, amend("the gate is blue and the door is oak"));
    await edit(ann, source, amend("the gate is blue and the door is pine"));
    expect(await textOf(child)).toBe("Seen by Ben: the gate is blue and the door is pine");
    expect(await edit(ann, source, { op: "restore" })).toMatchObject({ cascaded: 1 });
    expect(await textOf(child)).toBe("Seen by Ben: the gate is red and the door is oak");
    expect(await textOf(source)).toBe("the gate is red and the door is oak");
  });

  it("leaves the cascade when it is told so", async () => {
    const source = await write("the source of a lasting doubt");
    const child = await derive("a child of a lasting doubt", [source]);
    await edit(ann, source, { op: "retract", cascade: "quarantine" });
    expect(await edit(ann, source, { op: "restore", cascade: "none" })).toMatchObject({ cascaded: 0 });
    expect([await textOf(source), await textOf(child)]).toEqual(["the source of a lasting doubt", undefined]);
  });

  it("leaves what others have edited since, and what was restored before", async () => {
    const source = await write("the source of two children");
    const [one, two] = [
      await derive("the first child", [source]),
      await derive("the second child", [source]),
    ];
    await edit(ann, source, { op: "retract", cascade: "quarantine" });
    await edit(ben, one, { op: "quarantine" });
    await edit(ben, two, { op: "restore" });
    expect(await edit(ann, source, { op: "restore" })).toMatchObject({ cascaded: 1 });
    expect([await textOf(one), await textOf(two)]).toEqual([undefined, "the second child"]);
    expect((await history(one)).current.is_quarantined).toBe(true);
  });

  it("is done when the restore is approved, and by one of two who restore at once", async () => {
    const source = await write("retracted, and asked back");
    const child = await derive("a child that is asked back", [source]);
    await edit(ann, source, { op: "retract", cascade: "quarantine" });
    const { edit_id } = await edit(bot, source, { op: "restore" });
    expect(await approve(edit_id)).toMatchObject({ cascaded: 1 });
    expect(await textOf(child)).toBe("a child that is asked back");

    await edit(ann, source, { op: "retract", cascade: "quarantine" });
    const both = await Promise.allSettled([ann, ben].map((who) => edit(who, source, { op: "restore" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await textOf(child)).toBe("a child that is asked back");
  });

  it("withdraws the retractions of twins that the undone one had proposed, and says why", async () => {
    const wendy: Principal = {
      ...human("wendy"),
      role: "writer",
      permissions: new Set(rolePermissions.writer),
    };
    const theirs = await write("the eels are early this year", {}, ann);
    const own = await write("The eels are early this year!", {}, wendy);
    const waiting = async () =>
      (await memory.call(ann, "listEdits", { target_id: theirs, status: "pending" })).total_count;
    expect(await edit(wendy, own, { op: "retract" })).toMatchObject({ status: "approved", waiting: 1 });
    await edit(wendy, own, { op: "restore", cascade: "none" });
    expect(await waiting()).toBe(1);
    expect(await edit(wendy, own, { op: "retract" })).toMatchObject({ waiting: 1 });
    expect(await edit(wendy, own, { op: "restore" })).toMatchObject({ status: "approved", cascaded: 0 });
    // The one that was kept with cascade none was proposed by the first retraction, and is still there.
    expect(await waiting()).toBe(1);
    const { edits } = await memory.call(ann, "listEdits", { target_id: theirs });
    await memory.call(ann, "rejectEdit", { edit_id: edits[0]!.edit_id });

    const again = await edit(wendy, own, { op: "retract" });
    expect(again).toMatchObject({ waiting: 1 });
    await edit(wendy, own, { op: "restore", reason: "they are late" });
    expect(await waiting()).toBe(0);
    const [row] = await memory.database.ownerQuery<{ status: string; note: string }>(
      `select v.status, v.note from palimpsest.memory_edit e join palimpsest.memory_edit_event v using (edit_id)
       where e.caused_by = $1`,
      [again.edit_id],
    );
    expect(row).toMatchObject({ status: "rejected", note: expect.stringContaining("they are late") });
    expect(await textOf(theirs)).toBe("the eels are early this year");
  });

  it("refuses undo for other operations", async () => {
    const id = await write("not a restore");
    expect(await codeOf(edit(ann, id, { op: "retract", cascade: "undo" }))).toBe("VALIDATION_ERROR");
  });

  it("counts private memories in a blast radius without naming them, and reaches them for reviewers alone", async () => {
    const source = await write("seen by all", {}, ann);
    const secret = (
      await memory.call(ben, "remember", {
        ...{ text: "ben's private note on it", visibility: "private", derived_from: [source] },
      })
    ).memory_id;
    const writer: Principal = { ...ann, role: "writer", permissions: new Set(rolePermissions.writer) };
    const preview = (who: Principal) =>
      memory.call(who, "previewEdit", { target_type: "memory", target_id: source, op: "retract" });
    for (const who of [writer, ann, bot]) {
      const answer = await preview(who);
      expect(answer.blast_radius).toMatchObject({ derived: [], derived_count: 0, hidden_count: 1 });
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
    const isHeld = async () => (await history(secret, ben)).current.is_quarantined;
    expect(await edit(writer, source, { op: "retract", cascade: "quarantine" })).toMatchObject({
      cascaded: 0,
    });
    expect(await isHeld()).toBe(false);
    await edit(writer, source, { op: "restore" });

    const made = await edit(ann, source, { op: "retract", cascade: "quarantine" });
    expect(made).toMatchObject({ cascaded: 1 });
    expect(await isHeld()).toBe(true);
    expect(await codeOf(memory.call(ann, "memoryHistory", { memory_id: secret }))).toBe("NOT_FOUND");
    const { edits } = await memory.call(ann, "listEdits", { target_id: secret });
    expect(edits).toEqual([]);
    expect(await edit(human("rev"), source, { op: "restore" })).toMatchObject({ cascaded: 1 });
    expect(await isHeld()).toBe(false);
  });
});
