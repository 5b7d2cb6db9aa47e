import { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { openWorld, type World } from "../testing/open-world.js";
import type { JobKind } from "./job.js";
import { claimJob, endJob, enqueueJob, renewLease } from "./job.sql.js";
import { startWorker, type WorkerOptions } from "./worker.js";
import { workerPrincipal } from "./worker-principal.js";

describe.each(engines)("the queue on $name", (engine) => {
  let world: World;
  let who: Principal;

  beforeAll(async () => {
    world = await openWorld(engine);
    who = await world.agent("a");
    await world.agent("b", "tenant-b");
    await world.test.ownerQuery(`create table palimpsest.done_mark (tenant_id text, mark text, by text)`);
    await world.test.ownerQuery(`grant select, insert on palimpsest.done_mark to palimpsest_app`);
  });
  afterAll(() => world.close());
  beforeEach(() =>
    world.test.ownerQuery(`with j as (delete from palimpsest.job) delete from palimpsest.done_mark`),
  );

  const enqueue = (payload: object = {}, of: Principal = who) =>
    world.services.db.transaction(of, (tx) =>
      enqueueJob(tx, of, { kind: "mark", payload: payload as never }),
    );
  const claim = (token: string, after = "", leaseSeconds = 60) =>
    claimJob(world.services.db, { token, kinds: ["mark"], leaseSeconds, after });
  const row = async (id: string) => {
    const [job] = await world.test.ownerQuery<Record<string, unknown>>(
      `select *, extract(epoch from run_at - clock_timestamp())::float8 as wait from palimpsest.job where job_id = $1`,
      [id],
    );
    return job!;
  };
  const expire = (id: string) =>
    world.test.ownerQuery(
      `update palimpsest.job set locked_until = clock_timestamp() - interval '1 second' where job_id = $1`,
      [id],
    );
  const marks = async () =>
    (await world.test.ownerQuery<{ mark: string }>(`select mark from palimpsest.done_mark`)).map(
      ({ mark }) => mark,
    );
  const mark: JobKind = {
    kind: "mark",
    run: async (job) => ({
      end: "done",
      results: async (tx) =>
        void (await tx.query(`insert into palimpsest.done_mark values ($1, $2, $3)`, [
          job.who.tenantId,
          job.payload.mark,
          job.who.id,
        ])),
    }),
  };
  const start = (kind: Partial<JobKind>, options: WorkerOptions = {}) =>
    startWorker(world.services, {
      pollMs: 10,
      kinds: [{ ...mark, ...kind }],
      onError: () => undefined,
      ...options,
    });
  const until = async (is: () => Promise<boolean>) => {
    for (let waited = 0; !(await is()); waited += 20) {
      if (waited > 40_000) throw new Error("did not come to pass");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const status = (id: string, wanted: string) => until(async () => (await row(id)).status === wanted);

  it("runs each of 200 jobs exactly once, on eight workers at once", async () => {
    await world.services.db.transaction(who, async (tx) => {
      for (let n = 0; n < 200; n++) await enqueueJob(tx, who, { kind: "mark", payload: { mark: String(n) } });
    });
    const workers = Array.from({ length: 8 }, () => start({}, { concurrency: 1 }));
    await until(async () => (await marks()).length >= 200);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect((await marks()).sort()).toEqual(Array.from({ length: 200 }, (_, n) => String(n)).sort());
    const [left] = await world.test.ownerQuery<{ n: number }>(
      `select count(*)::int as n from palimpsest.job where status <> 'DONE' or attempts <> 1`,
    );
    expect(left!.n).toBe(0);
  });

  it("keeps one open job per kind and key, and accepts another once that is done", async () => {
    const [first, second] = [await enqueue({ key: "k" }), await enqueue({ key: "k" })];
    expect(second).toBe(first);
    const worker = start({});
    await status(first, "DONE");
    await worker.stop();
    expect(await enqueue({ key: "k" })).not.toBe(first);
    expect(await enqueue({ key: "k" }, await world.agent("b", "tenant-b"))).not.toBe(first);
  });

  it("discards the results of a worker whose lease has expired", async () => {
    const id = await enqueue({ mark: "zombie" });
    const zombie = (await claim("zombie"))!;
    expect(await claim("other")).toBeUndefined();
    await expire(id);
    const heir = (await claim("heir"))!;
    expect(heir).toMatchObject({ job_id: id, attempts: 2 });
    const as = workerPrincipal(who.tenantId);
    const finish = (job: typeof heir) =>
      world.services.db.transaction(as, async (tx) => {
        await tx.query(`insert into palimpsest.done_mark values ($1, $2, 'x')`, [who.tenantId, job.token]);
        await endJob(tx, job, "DONE");
      });
    await expect(finish(zombie)).rejects.toThrow("lease");
    await expect(finish({ ...zombie, attempts: heir.attempts })).rejects.toThrow("lease");
    await finish(heir);
    await expect(finish(heir)).rejects.toThrow("lease");
    expect(await marks()).toEqual(["heir"]);
  });

  it("renews the lease of a job that takes longer than its lease", async () => {
    const id = await enqueue({ mark: "long" });
    let runs = 0;
    const slow: Partial<JobKind> = {
      run: async (job) => {
        runs++;
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        return mark.run(job);
      },
    };
    const workers = [start(slow, { leaseSeconds: 0.6 }), start(slow, { leaseSeconds: 0.6 })];
    await status(id, "DONE");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([runs, await marks()]).toEqual([1, ["long"]]);
  });

  it("aborts a run whose lease is lost", async () => {
    const id = await enqueue({ mark: "stolen" });
    let told = false;
    const worker = start(
      {
        run: async (job) => {
          await expire(id);
          await claim("thief");
          await new Promise<void>((resolve) => job.signal.addEventListener("abort", () => resolve()));
          told = true;
          return mark.run(job);
        },
      },
      { leaseSeconds: 0.6, concurrency: 1 },
    );
    await until(async () => told);
    await worker.stop();
    expect(await marks()).toEqual([]);
    expect(await row(id)).toMatchObject({ status: "PROCESSING", locked_by: "thief" });
  });

  it("retries a failed job after a delay, and fails it after the last attempt", async () => {
    const id = await enqueue({ mark: "flaky" });
    let failures = 0;
    const worker = start({
      run: async () => {
        failures++;
        throw new Error("memory text that must not be stored");
      },
    });
    await until(async () => (await row(id)).error !== null);
    const first = await row(id);
    expect(first).toMatchObject({
      status: "PENDING",
      attempts: 1,
      locked_by: null,
      error: "Unexpected Error",
    });
    expect(first.wait).toBeGreaterThan(20);
    expect(first.wait).toBeLessThan(34);
    await world.test.ownerQuery(`update palimpsest.job set run_at = now(), attempts = 4 where job_id = $1`, [
      id,
    ]);
    await status(id, "FAILED");
    await worker.stop();
    expect(failures).toBe(2);
  });

  it("fails at once on a permanent error, and waits as long as an error asks, within bounds", async () => {
    const refused = await enqueue({ mark: "refused" });
    const busy = await enqueue({ mark: "busy" });
    const worker = start({
      run: async (job) => {
        if (job.payload.mark === "refused")
          throw new PalimpsestError("VALIDATION_ERROR", "Say it otherwise.");
        throw new PalimpsestError("MODEL_UNAVAILABLE", "Busy.", { retryAfter: 99_999_999 });
      },
    });
    await status(refused, "FAILED");
    await until(async () => (await row(busy)).error !== null);
    await worker.stop();
    expect(await row(refused)).toMatchObject({ attempts: 1, error: "VALIDATION_ERROR: Say it otherwise." });
    expect((await row(busy)).wait).toBeGreaterThan(500);
    expect((await row(busy)).wait).toBeLessThan(601);
  });

  it("fails a job whose workers die each time", async () => {
    const id = await enqueue({ mark: "poison" });
    for (let n = 1; n <= 5; n++) {
      expect(await claim(`worker ${n}`)).toMatchObject({ attempts: n });
      await expire(id);
    }
    expect(await claim("worker 6")).toBeUndefined();
    expect(await row(id)).toMatchObject({ status: "FAILED" });
  });

  it("gives a running job back when the worker is stopped, without counting the attempt", async () => {
    const [polite, stubborn] = [await enqueue({ mark: "polite" }), await enqueue({ mark: "stubborn" })];
    let running = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = start(
      {
        run: async (job) => {
          running++;
          if (job.payload.mark === "stubborn") await held;
          else await new Promise<void>((resolve) => job.signal.addEventListener("abort", () => resolve()));
          job.signal.throwIfAborted();
          return mark.run(job);
        },
      },
      { concurrency: 2, graceMs: 200 },
    );
    await until(async () => running === 2);
    await worker.stop();
    for (const id of [polite, stubborn]) {
      expect(await row(id)).toMatchObject({ status: "PENDING", attempts: 0, locked_by: null });
    }
    release();
    const next = start({});
    await until(async () => (await marks()).length === 2);
    await next.stop();
    expect((await marks()).sort()).toEqual(["polite", "stubborn"]);
  });

  it("stores progress with the lease", async () => {
    await enqueue();
    const job = (await claim("w"))!;
    await world.services.db.transaction(workerPrincipal(who.tenantId), (tx) =>
      renewLease(tx, job, 60, { done: 3 }),
    );
    expect((await row(job.job_id)).progress).toEqual({ done: 3 });
  });

  it("takes jobs of tenants in turn, and within a tenant by priority", async () => {
    const b = await world.agent("b", "tenant-b");
    for (const n of [1, 2, 3]) await enqueue({ mark: `a${n}` });
    await world.services.db.transaction(who, (tx) =>
      enqueueJob(tx, who, { kind: "mark", payload: { mark: "urgent" }, priority: 5 }),
    );
    await enqueue({ mark: "b1" }, b);
    const order: unknown[] = [];
    let after = "";
    for (let n = 0; n < 3; n++) {
      const job = (await claim(`t${n}`, after))!;
      after = job.tenant_id;
      order.push(job.payload.mark);
    }
    expect(order).toEqual(["urgent", "b1", "a1"]);
  });

  it("shows a tenant only its own jobs", async () => {
    await enqueue();
    const b = await world.agent("b", "tenant-b");
    expect(
      await world.services.db.transaction(b, (tx) => tx.query(`select job_id from palimpsest.job`)),
    ).toEqual([]);
  });
});
