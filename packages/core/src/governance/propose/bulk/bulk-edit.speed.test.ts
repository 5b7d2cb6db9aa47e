import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { perStep } from "../rollback/rollback-writer.js";

const postgres = engines.find(({ name }) => name === "postgres")!;

describe("editing at size on postgres", () => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(postgres);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  /** The best of up to 20, and no more than it takes: how fast it is, not how busy the machine is. */
  const best = async (
    limit: number,
    work: (n: number) => Promise<void>,
    prepare: (n: number) => Promise<unknown> = async () => undefined,
  ) => {
    const took: number[] = [];
    for (let n = 0; n < 20 && !took.some((ms) => ms < limit); n++) {
      await prepare(n);
      const began = performance.now();
      await work(n);
      took.push(performance.now() - began);
    }
    return Math.min(...took);
  };

  it("takes back the first of a thousand memories of a writer in less than a second", async () => {
    const prepare = async (n: number) => {
      await seedMemories(memory, agent(`mallory-${n}`), 1_000, { projectId: `p${n}` });
      await memory.database.ownerQuery("analyze");
    };
    const retract = async (n: number) => {
      const input = { writer: `agent:mallory-${n}`, op: "retract", reason: "poison" } as const;
      expect(await memory.call(ann, "bulkEdit", input)).toMatchObject({
        matched: 1_000,
        edited: perStep(memory.services),
      });
    };
    expect(await best(1_000, retract, prepare)).toBeLessThan(1_000);
  });

  it("previews an edit of a memory that a thousand others were derived from in 200 ms", async () => {
    // In words of its own: one made from it with the same words would count as a twin.
    const source = await seedMemories(memory, ann, 1, { projectId: "preview", text: "Supper is at eight" });
    await seedMemories(memory, ann, 1_000, { projectId: "preview", derivedFrom: [source] });
    const input = { target_type: "memory", target_id: source, op: "retract" } as const;
    const took = await best(200, async () => {
      expect((await memory.call(ann, "previewEdit", input)).blast_radius.derived_count).toBe(1_000);
    });
    expect(took).toBeLessThan(200);
  });
});
