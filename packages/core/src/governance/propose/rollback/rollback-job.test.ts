import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { startWorker } from "../../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { writerRollback } from "./rollback-job.js";

describe.each(engines)("rolling back more than one call takes, on $name", (engine) => {
  let memory: TestMemory;
  const [ann, rogue] = [human("ann"), agent("rogue")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await seedMemories(memory, rogue, 700, { visibility: "private" });
  });
  afterAll(() => memory.close());

  const left = async () =>
    (
      await memory.database.ownerQuery<{ n: number }>(
        "select count(*)::integer as n from palimpsest.memory where writer = 'agent:rogue' and not retracted",
      )
    )[0]!.n;

  it("answers with a job that acts for the caller, in steps, while the writer is suspended", async () => {
    const made = await memory.call(ann, "bulkEdit", {
      ...{ writer: "agent:rogue", op: "retract", reason: "poisoned", suspend: true },
    });
    expect(made).toMatchObject({ matched: 700, edited: 200, edit_ids: [] });
    expect(await left()).toBe(500);
    const job_id = made.rollback!.job_id!;
    expect(await memory.call(ann, "getJob", { job_id })).toMatchObject({
      status: "PENDING",
      on_behalf_of: "human:ann",
    });
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [writerRollback],
        onEnd: () => void worker.stop().then(ended, failed),
      });
    });
    expect(await memory.call(ann, "getJob", { job_id })).toMatchObject({
      status: "DONE",
      progress: { done: 700, total: 700 },
    });
    expect(await left()).toBe(0);
    await expect(memory.call(rogue, "remember", { text: "still here" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
