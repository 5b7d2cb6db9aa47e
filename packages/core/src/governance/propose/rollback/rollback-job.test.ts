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
});
