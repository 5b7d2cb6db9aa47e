import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { codeOf, refusal, surgery } from "../testing/surgery.js";

describe.each(engines)("an edit of what is gone on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, history, approve, reject } = surgery(() => memory);
  const [ann, bot] = [human("ann"), agent("bot")];
  const amend = (text: string) => ({ op: "amend", patch: { text } });

  it("is refused when it amends a retracted memory, by edit and by correct, and says what to do", async () => {
    const id = await write("the gate code is four");
    await edit(ann, id, { op: "retract" });
    const refused = [
      await refusal(edit(ann, id, amend("the gate code is five"))),
      await refusal(edit(bot, id, amend("the gate code is six"))),
      await refusal(
        memory.call(ann, "correct", { memory_id: id, text: "the gate code is seven", reason: "moved" }),
      ),
    ];
    for (const { code, message } of refused) {
      expect(code).toBe("CONFLICT");
      expect(message).toContain("Restore it first");
    }
    expect((await history(id)).edits).toHaveLength(1);
    await edit(ann, id, { op: "restore" });
    await edit(ann, id, amend("the gate code is eight"));
    expect((await get(id))?.text).toBe("the gate code is eight");
  });

  it("is not approved when the memory was retracted after the amendment was proposed", async () => {
    const id = await write("the ferry leaves at nine");
    const { edit_id } = await edit(bot, id, amend("the ferry leaves at ten"));
    await edit(ann, id, { op: "retract" });
    const { code, message } = await refusal(approve(edit_id));
    expect(code).toBe("CONFLICT");
    expect(message).toMatch(/retracted after .* Restore .* or reject/);
    expect(await codeOf(memory.call(ann, "counterfactual", { edit_id }))).toBe("CONFLICT");
    await edit(ann, id, { op: "restore" });
    expect(await approve(edit_id)).toMatchObject({ status: "approved" });
    expect((await get(id))?.text).toBe("the ferry leaves at ten");
  });

  it("is refused when it restores what was undone before, and changes nothing", async () => {
    const id = await write("undone twice");
    const { edit_id } = await edit(ann, id, { op: "retract" });
    const restore = { op: "restore", patch: { edit_id } };
    const first = await edit(ann, id, restore);
    for (const patch of [{ edit_id }, { op: "retract" }, {}, { edit_id: first.edit_id }]) {
      const { code, message } = await refusal(edit(ann, id, { op: "restore", patch }));
      expect(code, JSON.stringify(patch)).toBe("CONFLICT");
      expect(message).toContain("Nothing was changed");
    }
    expect(await codeOf(edit(bot, id, restore))).toBe("CONFLICT");
    expect((await history(id)).edits).toHaveLength(2);
  });

  it("is restored once when two restore it at once", async () => {
    const id = await write("restored by two");
    const { edit_id } = await edit(ann, id, { op: "quarantine" });
    const restored = await Promise.allSettled(
      ["ann", "ben", "eve"].map((who) => edit(human(who), id, { op: "restore", patch: { edit_id } })),
    );
    expect(restored.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await history(id)).edits).toHaveLength(2);
  });

  it("is not approved when it would restore what somebody else has restored since", async () => {
    const id = await write("asked for, then done");
    await edit(ann, id, { op: "retract" });
    const { edit_id } = await edit(bot, id, { op: "restore" });
    await edit(ann, id, { op: "restore", patch: { op: "retract" } });
    const { code, message } = await refusal(approve(edit_id));
    expect(code).toBe("CONFLICT");
    expect(message).toContain("reject this edit");
    expect(await reject(edit_id)).toMatchObject({ status: "rejected" });
  });
});
