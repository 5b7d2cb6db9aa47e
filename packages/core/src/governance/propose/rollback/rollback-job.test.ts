import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { startWorker } from "../../../jobs/index.js";
import { claimJob } from "../../../jobs/job.sql.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { writerRollback } from "./rollback-job.js";
import { perStep } from "./rollback-writer.js";

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
    const inCall = perStep(memory.services);
    expect(made).toMatchObject({ matched: 700, edited: inCall, edit_ids: [] });
    expect(await left()).toBe(700 - inCall);
    const job_id = made.rollback!.job_id!;
    expect(await memory.call(ann, "getJob", { job_id })).toMatchObject({
      status: "PENDING",
      on_behalf_of: "human:ann",
    });
    // A worker that ends before it has done anything, as one that is killed: its lease runs out.
    const dead = { token: "dead", kinds: [writerRollback.kind], leaseSeconds: 0, after: "" };
    expect(await claimJob(memory.services.db, dead)).toMatchObject({ job_id });
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
    const [edits] = await memory.database.ownerQuery(
      "select count(*)::integer as n, count(distinct memory_id)::integer as memories from palimpsest.memory_edit",
    );
    expect(edits).toEqual({ n: 700, memories: 700 });
    await expect(memory.call(rogue, "remember", { text: "still here" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
