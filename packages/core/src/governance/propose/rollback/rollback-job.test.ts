import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { dispatch } from "../../../dispatch.js";
import { tenantDirectory } from "../../../identity/index.js";
import { startWorker } from "../../../jobs/index.js";
import { claimJob } from "../../../jobs/job.sql.js";
import type { Services } from "../../../services.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { seedMemories } from "../../testing/seed-memories.js";
import { codeOf } from "../../testing/surgery.js";
import { writerRollback } from "./rollback-job.js";
import { perStep } from "./rollback-writer.js";

describe.each(engines)("rolling back more than one call takes, on $name", (engine) => {
  let memory: TestMemory;
  const [ann, rogue, reader] = [human("ann"), agent("rogue"), agent("reader")];
  const ben = { ...human("ben"), role: "reviewer" as const };
  let last: string;
  let then: string;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await seedMemories(memory, rogue, 700, { visibility: "private" });
    last = (await memory.call(rogue, "remember", { text: "Newts guard the weir" })).memory_id;
    then = new Date().toISOString();
  });
  afterAll(() => memory.close());

  const left = async () =>
    (
      await memory.database.ownerQuery<{ n: number }>(
        "select count(*)::integer as n from palimpsest.memory where writer = 'agent:rogue' and not retracted",
      )
    )[0]!.n;

  /** Nothing of the writer is read by others, whichever of its memories the rollback has come to. */
  const expectHidden = async (services: Services) => {
    for (const principal of [reader, ann]) {
      const credential = { kind: "principal", principal } as const;
      const call = async (operation: OperationName, input: object) =>
        JSON.stringify((await dispatch(services, { operation, input, credential, surface: "sdk" })).output);
      const said = [
        await call("recall", { query: "newts weir", channel: "private" }),
        await call("getChunks", { chunk_ids: [last] }),
        await call("getChunks", { chunk_ids: [last], as_of: then }),
        await call("searchChunks", { query: "newts", channel: "private", as_of: then }),
        await call("buildAcb", { session_id: "x", channel: "private", query: "newts weir" }),
      ];
      expect(said.filter((answer) => answer.includes("Newts"))).toEqual([]);
      expect(await codeOf(call("memoryHistory", { memory_id: last }))).toBe("NOT_FOUND");
    }
  };

  it("answers with a job that acts for the caller, in steps, while the writer is suspended", async () => {
    const made = await memory.call(ann, "bulkEdit", {
      ...{ writer: "agent:rogue", op: "retract", reason: "poisoned", suspend: true },
    });
    const inCall = perStep(memory.services);
    expect(made).toMatchObject({ matched: 701, edited: inCall, edit_ids: [] });
    expect(await left()).toBe(701 - inCall);
    await expectHidden(memory.services);
    // Another server process.
    await expectHidden({ ...memory.services, tenants: tenantDirectory(memory.services.db) });
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
      progress: { done: 701, total: 701 },
    });
    expect(await left()).toBe(0);
    const [edits] = await memory.database.ownerQuery(
      "select count(*)::integer as n, count(distinct memory_id)::integer as memories from palimpsest.memory_edit",
    );
    expect(edits).toEqual({ n: 701, memories: 701 });
    // Hidden no longer, as what stands of it shows.
    expect(await memory.call(ann, "memoryHistory", { memory_id: last })).toMatchObject({
      current: { is_retracted: true },
    });
    await expect(memory.call(rogue, "remember", { text: "still here" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  const found = async () =>
    (await memory.call(reader, "recall", { query: "fox", channel: "private" })).total_count;
  const rollBack = async (name: string, given: object = {}) =>
    (
      await memory.call(ann, "bulkEdit", {
        ...{ writer: `agent:${name}`, op: "retract", reason: "poisoned", ...given },
      } as never)
    ).rollback!;
  const finish = (jobs: number) =>
    new Promise<void>((ended, failed) => {
      let done = 0;
      const worker = startWorker(memory.services, {
        kinds: [writerRollback],
        onEnd: () => {
          done += 1;
          if (done === jobs) void worker.stop().then(ended, failed);
        },
      });
    });

  it("hides the writer until the last of several rollbacks has ended, and reaches what each asked for", async () => {
    const twice = agent("twice");
    await seedMemories(memory, twice, 2 * perStep(memory.services) + 10, {});
    const since = (
      await memory.database.ownerQuery<{ at: string }>("select clock_timestamp()::text as at")
    )[0]!.at;
    await seedMemories(memory, twice, perStep(memory.services) + 10, {});
    const narrow = await rollBack("twice", { since: new Date(since).toISOString() });
    expect(await found()).toBe(0);
    expect((await rollBack("twice", { since: "2199-01-01T00:00:00Z" })).job_id).toBeNull();
    expect(await found()).toBe(0);
    const wide = await rollBack("twice");
    expect(wide.rollback_id).toBe(narrow.rollback_id);
    expect(wide.job_id).not.toBe(narrow.job_id);
    expect((await rollBack("twice")).job_id).toBe(wide.job_id);
    const undo = { rollback_id: wide.rollback_id, op: "restore", reason: "it was right" } as const;
    expect(await codeOf(memory.call(ben, "bulkEdit", undo))).toBe("CONFLICT");
    expect(await found()).toBe(0);
    await finish(2);
    const [left] = await memory.database.ownerQuery(
      "select count(*)::integer as n from palimpsest.memory where writer = 'agent:twice' and not retracted",
    );
    expect(left).toEqual({ n: 0 });
    await memory.call(twice, "remember", { text: "the fox is back" });
    expect(await found()).toBe(1);
  });

  it("hides the writer no longer when a later rollback has taken what a stopped one had left", async () => {
    const halted = agent("halted");
    await seedMemories(memory, halted, perStep(memory.services) + 10, { projectId: "halted" });
    const { job_id, rollback_id } = await rollBack("halted");
    await memory.call(ann, "stopJob", { job_id: job_id! });
    await memory.call(halted, "remember", { text: "the fox went to sleep" });
    const again = await rollBack("halted", { since: "2199-01-01T00:00:00Z" });
    expect(again.rollback_id).not.toBe(rollback_id);
    expect(await found()).toBe(1);
    await rollBack("halted");
    await memory.call(halted, "remember", { text: "the fox woke up again" });
    expect(await found()).toBe(2);
  });

  it("does not go on with a stopped rollback that was undone", async () => {
    const spared = agent("spared");
    await seedMemories(memory, spared, perStep(memory.services) + 10, { projectId: "spared" });
    const { job_id, rollback_id } = await rollBack("spared");
    await memory.call(ann, "stopJob", { job_id: job_id! });
    await memory.call(ben, "bulkEdit", { rollback_id, op: "restore", reason: "it was right" });
    await memory.call(ann, "retryJob", { job_id: job_id! });
    await finish(1);
    expect(await memory.call(ann, "getJob", { job_id: job_id! })).toMatchObject({
      ...{ status: "FAILED", error: expect.stringContaining("undone") },
    });
    const [left] = await memory.database.ownerQuery(
      `select count(*)::integer as n from palimpsest.memory m where writer = 'agent:spared' and not retracted
       union all select count(*)::integer from palimpsest.rolling_back where owner_id = 'spared'`,
    );
    expect(left).toEqual({ n: 10 });
  });
});
