import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";

describe.each(engines)("the history of a memory on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, history, reject } = surgery(() => memory);
  const ann = human("ann");
  const original = (id: string, who = ann) =>
    memory.call(who, "memoryHistory", { memory_id: id, include_original: true });

  it("lists each edit with who, when and why, also rejected and pending ones", async () => {
    const id = await write("first words");
    const amended = await edit(ann, id, { op: "amend", patch: { text: "better words" }, reason: "typo" });
    const proposed = await edit(agent("bot"), id, { op: "retract", reason: "doubt" });
    const waiting = await edit(agent("bot"), id, { op: "quarantine", reason: "more doubt" });
    await reject(proposed.edit_id);
    const { edits, current, writer, origin } = await history(id);
    expect([origin, writer]).toEqual(["human", "human:ann"]);
    expect(current).toMatchObject({ text: "better words", edits_applied: 1 });
    expect(
      edits.map((e) => [e.edit_id, e.op, e.status, e.reason, e.proposer_type, e.proposer_id, e.decided_by]),
    ).toEqual([
      [amended.edit_id, "amend", "approved", "typo", "human", "ann", "ann"],
      [proposed.edit_id, "retract", "rejected", "doubt", "agent", "bot", "rev"],
      [waiting.edit_id, "quarantine", "pending", "more doubt", "agent", "bot", null],
    ]);
    expect(edits[0]!.decided_at).toBe(amended.applied_at);
  });

  it("shows the original text to those who may see it and ask for it, and audits that", async () => {
    const id = await write("what was first said", { tags: ["pinned"] });
    await edit(ann, id, { op: "amend", patch: { text: "what is said now" } });
    await edit(ann, id, { op: "retract" });
    expect((await original(id)).original).toMatchObject({ text: "what was first said", withheld: false });
    expect((await original(id)).original.importance).toBeCloseTo(0.9, 5);
    expect((await original(id)).current.text).toBe("what is said now");
    for (const withheld of [await history(id), await original(id, agent("bot"))]) {
      expect(withheld.original).toEqual({
        exists: true,
        text: null,
        importance: null,
        attributes: null,
        withheld: true,
      });
      expect(withheld.current.text).toBeNull();
    }
    const audit = await memory.call(ann, "listAudit", {
      operation: "memoryHistory",
      target_id: id,
      actor_id: "ann",
    });
    expect(audit.entries.length).toBeGreaterThanOrEqual(3);
  });

  it("shows an edit's text only while the memory shows it", async () => {
    const id = await write("plain");
    const first = await edit(ann, id, { op: "amend", patch: { text: "call 555-0100 at night" } });
    const textOf = async (edit_id: string, who = agent("bot")) =>
      (await memory.call(who, "getEdit", { edit_id })).patch.text;
    expect(await textOf(first.edit_id)).toBe("call 555-0100 at night");
    const second = await edit(ann, id, { op: "amend", patch: { text: "call at night" } });
    expect(await textOf(first.edit_id)).toBeNull();
    expect(await textOf(first.edit_id, ann)).toBe("call 555-0100 at night");
    await edit(ann, id, { op: "retract" });
    expect(await textOf(second.edit_id)).toBeNull();
    const listed = await memory.call(agent("bot"), "listEdits", { target_id: id });
    expect(JSON.stringify(listed)).not.toContain("night");
  });

  it("is not found by another tenant, nor for a memory private to somebody else", async () => {
    const id = await write("ours alone");
    const hidden = await memory.call(human("ben"), "remember", { text: "ben alone", visibility: "private" });
    expect(await codeOf(history(id, human("eve", tenantB)))).toBe("NOT_FOUND");
    expect(await codeOf(history(hidden.memory_id))).toBe("NOT_FOUND");
    expect(await codeOf(history("chk_missing"))).toBe("NOT_FOUND");
  });
});
