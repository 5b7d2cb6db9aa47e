import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";
import { claimJob, deleteFinishedJobs, enqueueJob, type NewJob, renewLease } from "./job.sql.js";
import { startWorker } from "./run/worker.js";

describe.each(engines)("jobs through the contract on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (const who of [agent(), human(), admin(), admin(tenantB)]) await memory.call(who, "status", {});
  });
  afterAll(() => memory.close());
  beforeEach(() => memory.database.ownerQuery(`delete from palimpsest.job`));

  const enqueue = (who: Principal, given: Partial<NewJob> = {}) =>
    memory.services.db.transaction(who, (tx) => enqueueJob(tx, who, { kind: "mark", ...given }));
  const listed = async (who: Principal, input: object = {}) =>
    (await memory.call(who, "listJobs", input)).jobs.map(({ job_id }) => job_id);
  const set = (id: string, change: string) =>
    memory.database.ownerQuery(`update palimpsest.job set ${change} where job_id = $1`, [id]);
  const claim = () =>
    claimJob(memory.services.db, { token: "t", kinds: ["mark"], leaseSeconds: 60, after: "" });
  const hidden = { code: "NOT_FOUND" };

  it("are shown to whom they run for, and all of a tenant to its admin", async () => {
    const mine = await enqueue(agent());
    const hers = await enqueue(human());
    await memory.database.ownerQuery(
      `insert into palimpsest.job (tenant_id, job_id, kind) values ($1, 'job_system', 'sweep')`,
      [agent().tenantId],
    );
    expect(await listed(agent())).toEqual([mine]);
    expect(await listed(human())).toEqual([hers]);
    expect((await listed(admin())).sort()).toEqual([mine, hers, "job_system"].sort());
    expect(await listed(admin(tenantB))).toEqual([]);
    expect(await memory.call(admin(), "getJob", { job_id: "job_system" })).toMatchObject({
      on_behalf_of: null,
    });
    await expect(memory.call(agent(), "getJob", { job_id: hers })).rejects.toMatchObject(hidden);
    await expect(memory.call(admin(tenantB), "getJob", { job_id: hers })).rejects.toMatchObject(hidden);
    const narrowed: Principal = { ...admin(), permissions: new Set(["memory:read"]) };
    expect(await listed(narrowed)).toEqual([]);
  });

  it("of a document are shown to whoever may read it, and are named by it, and stay with it", async () => {
    const ingest = (content: string, more: object = {}) =>
      memory.call(human(), "ingestArtifact", {
        ...{ artifact_type: "note", source_system: "test", content, ...more },
      } as never);
    const open = await ingest("The kite flies.", { visibility_scope: "custom", audience: ["bot"] });
    const own = await ingest("The kite rests.");
    const secret = await ingest("The kite hides.", {
      ...{ visibility_scope: "org", sensitivity: "highly_sensitive" },
    });
    const job_id = open.job_id!;
    expect(await listed(agent())).toEqual([job_id]);
    expect(await memory.call(agent(), "getJob", { job_id })).toMatchObject({ status: "PENDING", run: null });
    for (const artifact_uid of [open.artifact_uid, open.artifact_id]) {
      expect(await listed(agent(), { artifact_uid })).toEqual([job_id]);
    }
    expect(await listed(human(), { artifact_uid: own.artifact_id })).toEqual([own.job_id]);
    for (const { job_id: hers } of [own, secret]) {
      await expect(memory.call(agent(), "getJob", { job_id: hers! })).rejects.toMatchObject(hidden);
    }
    // What may be seen of it does not make it theirs.
    for (const name of ["retryJob", "stopJob"] as const) {
      await expect(memory.call(agent(), name, { job_id })).rejects.toMatchObject(hidden);
    }
    await set(job_id, "status = 'FAILED', error = 'OPENAI_UNAUTHORIZED: no', updated_at = '2020-01-01'");
    const other = await enqueue(human());
    await set(other, "status = 'DONE', updated_at = '2020-01-01'");
    const clean = () =>
      memory.services.db.workerIn(human().tenantId, (tx) => deleteFinishedJobs(tx, 3_600, 1_000));
    expect(await clean()).toBe(1);
    const status = () => memory.call(agent(), "getExtractionJob", { artifact_uid: open.artifact_uid });
    expect(await status()).toMatchObject({ status: "FAILED", last_error_code: "OPENAI_UNAUTHORIZED" });
    await memory.database.ownerQuery("update palimpsest.artifact set job_id = null where job_id = $1", [
      job_id,
    ]);
    expect(await clean()).toBe(1);
  });

  it("are not started, stopped or retried by a suspended principal", async () => {
    const boss: Principal = { ...admin(), id: "boss" };
    await memory.call(boss, "status", {});
    const job_id = await enqueue(agent());
    await memory.call(admin(), "suspendPrincipal", { principal_id: "boss", reason: "odd" });
    const refused = { code: "FORBIDDEN", message: expect.stringContaining("suspended") };
    await expect(memory.call(boss, "rebuildIndex", {})).rejects.toMatchObject(refused);
    await expect(memory.call(boss, "stopJob", { job_id })).rejects.toMatchObject(refused);
    await memory.call(admin(), "stopJob", { job_id });
    await expect(memory.call(boss, "retryJob", { job_id })).rejects.toMatchObject(refused);
    await memory.call(admin(), "resumePrincipal", { principal_id: "boss" });
    expect(await memory.call(boss, "retryJob", { job_id })).toMatchObject({ status: "PENDING" });
  });

  it("say what they do, for whom and how far they are, but not what they were given", async () => {
    const id = await enqueue(agent(), { payload: { text: "private words" } });
    const job = (await claim())!;
    await memory.services.db.workerIn(job.tenant_id, (tx) => renewLease(tx, job, 60, { done: 3, total: 9 }));
    const shown = await memory.call(agent(), "getJob", { job_id: id });
    expect(shown).toEqual({
      job_id: id,
      kind: "mark",
      job_type: "mark",
      priority: 0,
      locked_by: null,
      locked_at: expect.any(String),
      ...{ artifact_uid: null, revision_id: null, run: null, next_run_at: null },
      ...{ last_error_code: null, last_error_message: null },
      status: "PROCESSING",
      progress: { done: 3, total: 9 },
      attempts: 1,
      max_attempts: 5,
      error: null,
      on_behalf_of: "agent:bot",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      run_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("are listed newest first, by status and kind, page by page", async () => {
    const ids = [await enqueue(agent()), await enqueue(agent(), { kind: "other" }), await enqueue(agent())];
    await set(ids[0]!, "status = 'FAILED'");
    expect(await listed(agent())).toEqual([...ids].reverse());
    expect(await listed(agent(), { status: "FAILED" })).toEqual([ids[0]]);
    expect(await listed(agent(), { kind: "other" })).toEqual([ids[1]]);
    const page = await memory.call(agent(), "listJobs", { limit: 2 });
    expect([page.jobs.length, page.total_count]).toEqual([2, 3]);
    const { next_cursor } = await memory.call(agent(), "listJobs", { limit: 2 });
    expect(await listed(agent(), { cursor: next_cursor })).toEqual([ids[0]]);
    await expect(listed(agent(), { cursor: "job_none" })).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("that wait, failed or were stopped can be retried by their principal or an admin", async () => {
    const id = await enqueue(agent());
    const retry = (who: Principal) => memory.call(who, "retryJob", { job_id: id });
    await set(
      id,
      "attempts = 2, error = 'UNAVAILABLE: later', run_at = clock_timestamp() + interval '1 hour'",
    );
    const { next_run_at, ...waiting } = await retry(agent());
    expect(waiting).toMatchObject({ status: "PENDING", attempts: 2, last_error_message: "later" });
    expect(Date.parse(next_run_at!)).toBeLessThan(Date.now() + 60_000);
    await set(id, "status = 'DONE'");
    await expect(retry(agent())).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("DONE"),
    });
    for (const who of [agent(), admin()]) {
      await set(id, "status = 'FAILED', attempts = 5, error = 'Boom'");
      expect(await retry(who)).toMatchObject({ status: "PENDING", attempts: 0, error: null });
    }
    await set(id, "status = 'STOPPED'");
    await expect(retry(human())).rejects.toMatchObject(hidden);
    expect(await retry(agent())).toMatchObject({ status: "PENDING", on_behalf_of: "agent:bot" });
  });

  it("are not retried while another does the same", async () => {
    const id = await enqueue(agent(), { payload: { key: "k" } });
    await set(id, "status = 'FAILED'");
    await enqueue(agent(), { payload: { key: "k" } });
    await expect(memory.call(agent(), "retryJob", { job_id: id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Another job does the same"),
    });
  });

  it("that wait can be stopped, and stay stopped", async () => {
    const id = await enqueue(agent());
    const stop = (who: Principal) => memory.call(who, "stopJob", { job_id: id });
    await expect(stop(human())).rejects.toMatchObject(hidden);
    expect(await stop(admin())).toMatchObject({ status: "STOPPED" });
    expect(await stop(agent())).toMatchObject({ status: "STOPPED" });
    expect(await claim()).toBeUndefined();
    await set(id, "status = 'DONE'");
    await expect(stop(agent())).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("that run can be stopped: the worker is told and writes nothing more", async () => {
    const id = await enqueue(agent());
    const end = await new Promise<string>((resolve) => {
      const worker = startWorker(memory.services, {
        pollMs: 10,
        kinds: [
          {
            kind: "mark",
            permission: "memory:write",
            run: async ({ context }) => {
              await memory.call(agent(), "stopJob", { job_id: id });
              await context.write(async () => context.touched(["never"]));
              return { end: "done" };
            },
          },
        ],
        onEnd: (ended) => void worker.stop().then(() => resolve(ended.end)),
      });
    });
    expect(end).toBe("lost");
    expect(await memory.call(agent(), "getJob", { job_id: id })).toMatchObject({ status: "STOPPED" });
    const { entries } = await memory.call(human("rev"), "listAudit", { target_id: id });
    expect(entries.map(({ operation }) => operation)).toEqual(["getJob", "stopJob"]);
  });
});
