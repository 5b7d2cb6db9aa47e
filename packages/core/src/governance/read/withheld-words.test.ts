import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { newTenant } from "../../policy/testing/tenants.js";
import { message } from "../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

describe.each(engines)("what an edit took out of sight, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit } = surgery(() => memory);
  const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];

  it("is not shown to an agent that previews a restore, if only attributes come back", async () => {
    const { memory_id: decision_id } = await memory.call(ann, "createDecision", {
      decision: "Mirror the archive",
      refs: ["https://old.example"],
    });
    await edit(ann, decision_id, { op: "amend", patch: { attributes: { refs: [] } } });
    const restore = { target_type: "decision", target_id: decision_id, op: "restore" } as const;
    const preview = await memory.call(bot, "previewEdit", restore);
    expect(preview.changes).toEqual([{ field: "attributes.refs", from: null, to: null, withheld: true }]);
    expect((await memory.call(ann, "previewEdit", restore)).changes).toEqual([
      { field: "attributes.refs", from: [], to: ["https://old.example"] },
    ]);
  });

  it("is not shown to an agent that previews what another one proposed", async () => {
    const id = await write("her number is 555-0101");
    const proposed = await edit(bot, id, {
      op: "amend",
      patch: { text: "her number is 555-0101, at night" },
    });
    await edit(ann, id, { op: "amend", patch: { text: "her number was removed" } });
    const preview = (who: typeof ann) =>
      memory.call(who, "previewPendingEdit", { edit_id: proposed.edit_id });
    const hidden = await preview(other);
    expect(hidden.before.text).toBe("her number was removed");
    expect(JSON.stringify(hidden)).not.toContain("555-0101");
    expect(hidden.changes).toEqual([{ field: "text", from: null, to: null, withheld: true }]);
    for (const who of [bot, ann]) {
      expect((await preview(who)).after.text).toBe("her number is 555-0101, at night");
    }
  });

  it("follows the clearance of the private channel in history, edits and previews", async () => {
    const tenant = newTenant(memory);
    const { chunk_id } = await memory.call(
      tenant.boss,
      "recordEvent",
      message("the budget is 40,000", { sensitivity: "high" }),
    );
    const reader = tenant.bot;
    const { edit_id } = await memory.call(reader, "applyEdit", {
      target_type: "chunk",
      target_id: chunk_id!,
      op: "amend",
      patch: { text: "the budget is 50,000" },
      reason: "it grew",
    });
    const seen = async () =>
      JSON.stringify([
        await memory.call(reader, "memoryHistory", { memory_id: chunk_id! }),
        await memory.call(reader, "getEdit", { edit_id }),
        await memory.call(reader, "previewPendingEdit", { edit_id }),
      ]);
    expect(await seen()).toContain("the budget is");
    await tenant.set("channels: { private: { clearance: internal } }");
    expect(await seen()).not.toContain("the budget is");
  });
});
