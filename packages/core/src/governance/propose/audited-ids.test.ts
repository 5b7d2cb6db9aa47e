import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { builtinEmbedder } from "../../models/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("the audited ids of an edit on $name", (engine) => {
  let memory: TestMemory;
  /** Runs once, while the next text is embedded. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    const embedder = builtinEmbedder();
    memory = await openTestMemory(engine, {
      embedder: {
        ...embedder,
        embed: async (texts, options) => {
          const work = meanwhile;
          meanwhile = undefined;
          await work?.();
          return embedder.embed(texts, options);
        },
      },
    });
  });
  afterAll(() => memory.close());

  const amend = (target_id: string, text: string) =>
    memory.call(human(), "applyEdit", {
      target_type: "memory",
      target_id,
      op: "amend",
      patch: { text },
      reason: "it was wrong",
      cascade: "rederive",
    });

  it("are those of the attempt that was applied, not of one that was stale", async () => {
    const { memory_id } = await memory.call(human(), "remember", { text: "The ship sails on Monday" });
    meanwhile = async () => {
      await amend(memory_id, "The ship sails on Tuesday");
    };
    const { edit_id } = await amend(memory_id, "The ship sails on Friday");
    expect(meanwhile).toBeUndefined();
    const { entries } = await memory.call(human("rev"), "listAudit", { operation: "applyEdit" });
    const { edits } = await memory.call(human(), "listEdits", { target_id: memory_id });
    expect(edits).toHaveLength(2);
    expect(entries.find(({ ids }) => ids.includes(edit_id))!.ids.sort()).toEqual([memory_id, edit_id].sort());
    const known = new Set([memory_id, ...edits.map((edit) => edit.edit_id)]);
    expect(entries.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([]);
  });
});
