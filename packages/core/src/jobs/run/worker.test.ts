import { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { PrincipalJobKind } from "../job.js";
import { enqueueJob } from "../job.sql.js";
import { type JobWorld, markJob, openJobWorld } from "../testing/job-world.js";

describe.each(engines)("a worker on $name", (engine) => {
  let world: JobWorld;
  beforeAll(async () => {
    world = await openJobWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => world.clear());

  const marking = (run: PrincipalJobKind["run"]): PrincipalJobKind => ({ ...markJob, run });
  const aborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

  it("runs each of 200 jobs exactly once, also if there are eight workers", async () => {
    const { services, bot } = world;
    const ids = await services.db.transaction(bot, async (tx) => {
      const made: string[] = [];
      for (let n = 0; n < 200; n++) {
        made.push(await enqueueJob(tx, bot, { kind: "mark", payload: { mark: String(n) } }));
      }
      return made;
    });
    const workers = Array.from({ length: 8 }, () => world.start([markJob], { concurrency: 1 }));
    await Promise.all(ids.map((id) => world.ended(id)));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await world.marks()).toEqual(Array.from({ length: 200 }, (_, n) => String(n)).sort());
    expect(
      await world.test.ownerQuery(`select from palimpsest.job where status <> 'DONE' or attempts <> 1`),
    ).toEqual([]);
  });

  it("tells of each job that it takes, and of the revision that the job is about", async () => {
    const about = { artifact_uid: "uid_1", revision_id: "rev_1" };
    const [plain, named] = [
      await world.enqueue({ mark: "plain" }),
      await world.enqueue({ mark: "named", ...about }),
    ];
    const told: unknown[] = [];
    const worker = world.start([markJob], { onStart: (job) => void told.push(job) });
    for (const id of [plain, named]) await world.ended(id);
    await worker.stop();
    expect(told).toEqual(
      expect.arrayContaining([
        { kind: "mark", id: plain },
        { kind: "mark", id: named, ...about },
      ]),
    );
  });

  it("takes many jobs at once, and Node warns of no leak", async () => {
    const warned: string[] = [];
    const onWarning = ({ name }: Error) => warned.push(name);
    process.on("warning", onWarning);
    try {
      const worker = world.start([markJob], { concurrency: 12 });
      expect(await world.ended(await world.enqueue({ mark: "one" }))).toBe("done");
      await worker.stop();
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off("warning", onWarning);
    }
    expect(warned).not.toContain("MaxListenersExceededWarning");
  });

  it("renews the lease of a job that takes longer than its lease", async () => {
    const id = await world.enqueue({ mark: "long" });
    // Long enough for a busy machine to renew it in time.
    const leaseSeconds = 2;
    let runs = 0;
    const slow = marking(async (job) => {
      runs++;
      const endOfLease = Date.now() + leaseSeconds * 1_000;
      await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(endOfLease + 200);
      return markJob.run(job);
    });
    const workers = [world.start([slow], { leaseSeconds }), world.start([slow], { leaseSeconds })];
    expect(await world.ended(id)).toBe("done");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([runs, await world.marks()]).toEqual([1, ["long"]]);
  });

  it("aborts a run whose lease is lost, and writes nothing of it", async () => {
    const id = await world.enqueue({ mark: "stolen" });
    const stolen = marking(async (job) => {
      await world.expire(id);
      await world.claim("thief");
      await aborted(job.signal);
      return markJob.run(job);
    });
    const worker = world.start([stolen], { leaseSeconds: 0.6, concurrency: 1 });
    expect(await world.ended(id)).toBe("lost");
    await worker.stop();
    expect(await world.marks()).toEqual([]);
    expect(await world.row(id)).toMatchObject({ status: "PROCESSING", locked_by: "thief" });
  });

  it("retries a failed job after a delay, and fails it after the last attempt", async () => {
    const id = await world.enqueue({ mark: "flaky" });
    const worker = world.start([
      marking(async () => {
        throw new Error("memory text that must not be stored");
      }),
    ]);
    expect(await world.ended(id)).toBe("failed");
    const first = await world.row(id);
    const note = { locked_by: null, error: "Unexpected Error" };
    expect(first).toMatchObject({ status: "PENDING", attempts: 1, ...note });
    expect(first.wait).toBeGreaterThan(20);
    expect(first.wait).toBeLessThan(34);
    await world.test.ownerQuery(`update palimpsest.job set run_at = now(), attempts = 4 where job_id = $1`, [
      id,
    ]);
    expect(await world.ended(id)).toBe("failed");
    await worker.stop();
    const error = "MAX_ATTEMPTS_EXCEEDED: 5 attempts failed, the last with Unexpected Error";
    expect(await world.row(id)).toMatchObject({ status: "FAILED", attempts: 5, ...note, error });
  });

  it("fails at once on a permanent error, and waits as long as an error asks, within bounds", async () => {
    const [refused, busy] = [await world.enqueue({ mark: "refused" }), await world.enqueue({ mark: "busy" })];
    const worker = world.start([
      marking(async ({ payload }) => {
        if (payload.mark === "refused") throw new PalimpsestError("VALIDATION_ERROR", "Say it otherwise.");
        throw new PalimpsestError("MODEL_UNAVAILABLE", "Busy.", { retryAfter: 99_999_999 });
      }),
    ]);
    await Promise.all([world.ended(refused), world.ended(busy)]);
    await worker.stop();
    expect(await world.row(refused)).toMatchObject({
      status: "FAILED",
      attempts: 1,
      error: "VALIDATION_ERROR: Say it otherwise.",
    });
    expect((await world.row(busy)).wait).toBeGreaterThan(500);
    expect((await world.row(busy)).wait).toBeLessThan(601);
  });

  it("gives a running job back when it is stopped, and the attempt does not count", async () => {
    const ids = [await world.enqueue({ mark: "polite" }), await world.enqueue({ mark: "stubborn" })];
    let running = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = world.start(
      [
        marking(async (job) => {
          running++;
          await (job.payload.mark === "stubborn" ? held : aborted(job.signal));
          job.signal.throwIfAborted();
          return markJob.run(job);
        }),
      ],
      { concurrency: 2, graceMs: 200 },
    );
    await expect.poll(() => running).toBe(2);
    await worker.stop();
    for (const id of ids) {
      expect(await world.row(id)).toMatchObject({ status: "PENDING", attempts: 0, locked_by: null });
    }
    release();
    for (const id of ids) expect(await world.ended(id)).toBe("postponed");
    const next = world.start([markJob]);
    for (const id of ids) expect(await world.ended(id)).toBe("done");
    await next.stop();
    expect(await world.marks()).toEqual(["polite", "stubborn"]);
  });
});
