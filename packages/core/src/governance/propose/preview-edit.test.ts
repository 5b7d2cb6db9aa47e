import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { showInContext } from "../testing/show-in-context.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("previewing an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, derive, edit, get, history } = surgery(() => memory);
  const ann = human("ann");
  const bot = agent("bot");
  const preview = (who: typeof ann, target_id: string, op: string, patch: object = {}) =>
    memory.call(who, "previewEdit", { target_type: "memory", target_id, op, patch } as never);

  it("shows before and after and changes nothing", async () => {
    const id = await write("before the change");
    const seen = await preview(bot, id, "amend", { text: "after the change", importance: 0.25 });
    expect(seen).toMatchObject({
      target_id: id,
      target_type: "chunk",
      before: { text: "before the change", importance: 0, is_retracted: false },
      after: { text: "after the change", importance: 0.25, is_retracted: false },
    });
    expect(await preview(bot, id, "retract")).toMatchObject({ after: { text: null, is_retracted: true } });
    expect(await preview(bot, id, "block", { channel: "team" })).toMatchObject({
      after: { blocked_channels: ["team"] },
    });
    expect((await get(id))?.text).toBe("before the change");
    expect((await history(id)).edits).toEqual([]);
  });

  it("lists the memories derived from it, the capsules that hold it and the contexts that showed it", async () => {
    const id = await write("a much used memory");
    const child = await derive("made from it", [id]);
    const grandchild = await derive("made from what was made from it", [child, id]);
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      subject_type: "project",
      subject_id: "p",
      scope: "project",
      audience_agent_ids: ["bot"],
      items: { chunks: [id], decisions: [], artifacts: [] },
    });
    const shown = [await showInContext(memory, bot, [id]), await showInContext(memory, ann, [id, child])];
    expect((await preview(ann, id, "retract")).blast_radius).toEqual({
      derived: [
        { memory_id: child, kind: "chunk", depth: 1, link: "derived_from" },
        { memory_id: grandchild, kind: "chunk", depth: 1, link: "derived_from" },
      ].toSorted((a, b) => (a.memory_id < b.memory_id ? -1 : 1)),
      derived_count: 2,
      hidden_count: 0,
      capsules: [capsule_id],
      receipts: shown.toReversed(),
      receipt_count: 2,
    });
  });

  it("reveals no original text to an agent", async () => {
    const redacted = await write("her number is 555-0100-1234");
    await edit(ann, redacted, { op: "amend", patch: { text: "her number is withheld" } });
    expect((await preview(bot, redacted, "restore")).after.text).toBeNull();
    expect((await preview(ann, redacted, "restore")).after.text).toBe("her number is 555-0100-1234");

    const retracted = await write("a retracted claim");
    await edit(ann, retracted, { op: "retract" });
    const seen = await preview(bot, retracted, "restore");
    expect([seen.before.text, seen.after.text, seen.after.is_retracted]).toEqual([null, null, false]);

    const quarantined = await write("a quarantined claim");
    await edit(ann, quarantined, { op: "quarantine" });
    const held = await preview(bot, quarantined, "restore");
    expect([held.before.text, held.after.text]).toEqual([null, null]);
  });

  it("is audited as a look at originals where it shows what edits have hidden, and only there", async () => {
    const audited = async (...asked: Parameters<typeof preview>) => {
      await preview(...asked);
      const { entries } = await memory.call(ann, "listAudit", { operation: "previewEdit", limit: 1 });
      return entries[0]!.saw_originals;
    };
    const open = await write("an open claim");
    expect(await audited(ann, open, "retract")).toBe(false);
    expect(await audited(ann, open, "amend", { text: "other words" })).toBe(false);
    const amended = await write("words that were amended");
    await edit(ann, amended, { op: "amend", patch: { text: "better words" } });
    expect(await audited(ann, amended, "quarantine")).toBe(false);
    expect(await audited(bot, amended, "restore")).toBe(false);
    expect(await audited(ann, amended, "restore")).toBe(true);
    const retracted = await write("words that were retracted");
    await edit(ann, retracted, { op: "retract" });
    expect(await audited(bot, retracted, "restore")).toBe(false);
    expect(await audited(ann, retracted, "restore")).toBe(true);
  });

  it("refuses a patch of another op and a missing target", async () => {
    const id = await write("still here");
    expect(await codeOf(preview(ann, id, "retract", { text: "x" }))).toBe("VALIDATION_ERROR");
    expect(await codeOf(preview(ann, "chk_missing", "retract"))).toBe("NOT_FOUND");
  });

  it("previews a pending edit until it is decided", async () => {
    const id = await write("pending preview");
    const { edit_id } = await edit(bot, id, { op: "retract" });
    const seen = await memory.call(ann, "previewPendingEdit", { edit_id });
    expect(seen.after.is_retracted).toBe(true);
    await memory.call(human("rev"), "rejectEdit", { edit_id });
    expect(await codeOf(memory.call(ann, "previewPendingEdit", { edit_id }))).toBe("CONFLICT");
  });
});
