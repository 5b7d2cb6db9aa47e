import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { seedMemories } from "./testing/seed-memories.js";

const postgres = engines.find(({ name }) => name === "postgres")!;

describe("editing at size on postgres", () => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(postgres);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  it("rolls back a thousand memories of a source in less than a second", async () => {
    await seedMemories(memory, ann, 1_000, () => ({ source: "agent:mallory" }));
    const began = performance.now();
    const made = await memory.call(ann, "bulkEdit", {
      source: "agent:mallory",
      op: "retract",
      reason: "poison",
    });
    const took = performance.now() - began;
    expect(made).toMatchObject({ matched: 1_000, edited: 1_000 });
    expect(took).toBeLessThan(1_000);
  });

  it("previews an edit of a memory that a thousand others were made from in 200 ms", async () => {
    const [source] = await seedMemories(memory, ann, 1, () => ({ projectId: "preview" }));
    await seedMemories(memory, ann, 1_000, () => ({ projectId: "preview", derivedFrom: [source!] }));
    const input = { target_type: "memory", target_id: source!, op: "retract" } as const;
    await memory.call(ann, "previewEdit", input);
    const began = performance.now();
    const preview = await memory.call(ann, "previewEdit", input);
    const took = performance.now() - began;
    expect(preview.blast_radius.derived_count).toBe(1_000);
    expect(took).toBeLessThan(200);
  });
});
