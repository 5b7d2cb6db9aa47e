import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { ClaimedJob } from "./job.js";
import { endJob, renewLease } from "./job.sql.js";
import { type JobWorld, markJob, openJobWorld } from "./testing/job-world.js";

describe.each(engines)("the queue on $name", (engine) => {
  let world: JobWorld;
  beforeAll(async () => {
    world = await openJobWorld(engine);
    await world.agent("b", "tenant-b");
  });
  afterAll(() => world.close());
  beforeEach(() => world.clear());

  it("keeps one open job per kind, key and principal, and accepts another once that is done", async () => {
    const [first, second] = [await world.enqueue({ key: "k" }), await world.enqueue({ key: "k" })];
    expect(second).toBe(first);
    const others = [await world.agent("other"), await world.agent("b", "tenant-b")];
    for (const of of others) expect(await world.enqueue({ key: "k" }, { of })).not.toBe(first);
    const worker = world.start([markJob]);
    expect(await world.ended(first)).toBe("done");
    await worker.stop();
    expect(await world.enqueue({ key: "k" })).not.toBe(first);
  });

  it("discards the results of a worker whose lease has expired", async () => {
    const id = await world.enqueue({ mark: "zombie" });
    const zombie = (await world.claim("zombie"))!;
    expect(await world.claim("other")).toBeUndefined();
    await world.expire(id);
    const heir = (await world.claim("heir"))!;
    expect(heir).toMatchObject({ job_id: id, attempts: 2 });
    const finish = (job: ClaimedJob) =>
      world.services.db.transaction(world.bot, async (tx) => {
        await tx.query(`insert into palimpsest.done_mark values ($1, $2, 'x')`, [job.tenant_id, job.token]);
        await endJob(tx, job, "DONE");
      });
    await expect(finish(zombie)).rejects.toThrow("lease");
    await expect(finish({ ...zombie, attempts: heir.attempts })).rejects.toThrow("lease");
    await finish(heir);
    await expect(finish(heir)).rejects.toThrow("lease");
    expect(await world.marks()).toEqual(["heir"]);
  });

  it("fails a job whose workers die each time", async () => {
    const id = await world.enqueue({ mark: "poison" });
    for (let n = 1; n <= 5; n++) {
      expect(await world.claim(`worker ${n}`)).toMatchObject({ attempts: n });
      await world.expire(id);
    }
    expect(await world.claim("worker 6")).toBeUndefined();
    expect(await world.row(id)).toMatchObject({ status: "FAILED" });
  });

  it("lets no job wait for a time to come again when the clock is set back", async () => {
    const dayAhead = (column: string, id: string) =>
      world.test.ownerQuery(
        `update palimpsest.job set ${column} = ${column} + interval '1 day', updated_at = updated_at + interval '1 day'
         where job_id = $1`,
        [id],
      );
    const leased = await world.enqueue({ mark: "leased" });
    await world.claim("before");
    await dayAhead("locked_until", leased);
    expect(await world.claim("after")).toMatchObject({ job_id: leased });
    const delayed = await world.enqueue({ mark: "delayed" });
    await dayAhead("run_at", delayed);
    expect(await world.claim("next")).toMatchObject({ job_id: delayed });
    const later = await world.enqueue({ mark: "later" }, { delaySeconds: 60 });
    expect(await world.claim("too early")).toBeUndefined();
    expect(await world.row(later)).toMatchObject({ status: "PENDING" });
  });

  it("stores progress with the lease", async () => {
    await world.enqueue();
    const job = (await world.claim("w"))!;
    await world.services.db.workerIn(job.tenant_id, (tx) => renewLease(tx, job, 60, { done: 3 }));
    expect((await world.row(job.job_id)).progress).toEqual({ done: 3 });
  });

  it("lets tenants take turns, and the more urgent job of a tenant go first", async () => {
    for (const n of [1, 2, 3]) await world.enqueue({ mark: `a${n}` });
    await world.enqueue({ mark: "urgent" }, { priority: 5 });
    await world.enqueue({ mark: "b1" }, { of: await world.agent("b", "tenant-b") });
    const order: unknown[] = [];
    let after = "";
    for (let n = 0; n < 3; n++) {
      const job = (await world.claim(`t${n}`, after))!;
      after = job.tenant_id;
      order.push(job.payload.mark);
    }
    expect(order).toEqual(["urgent", "b1", "a1"]);
  });

  it("shows a principal its own jobs, and an admin those of the whole tenant and no other", async () => {
    const mine = await world.enqueue();
    const seen = async (who: Parameters<typeof world.services.db.transaction>[0]) =>
      (
        await world.services.db.transaction(who, (tx) =>
          tx.query<{ job_id: string }>(`select job_id from palimpsest.job`),
        )
      ).map(({ job_id }) => job_id);
    expect(await seen(world.bot)).toEqual([mine]);
    expect(await seen(await world.agent("other"))).toEqual([]);
    expect(await seen({ ...(await world.person("boss")), role: "admin" })).toEqual([mine]);
    expect(await seen({ ...(await world.agent("b", "tenant-b")), role: "admin" })).toEqual([]);
  });

  it("lets nobody enqueue in another's name, or with more than its own role", async () => {
    const insert = (set: object) =>
      world.services.db.transaction(world.bot, (tx) =>
        tx.query(
          `insert into palimpsest.job (tenant_id, job_id, kind, principal_id, principal_type, rights)
           select $1, 'job_forged', 'mark', r.principal_id, r.principal_type, r.rights
           from jsonb_to_record($2::jsonb) as r(principal_id text, principal_type text, rights jsonb)`,
          [world.bot.tenantId, JSON.stringify(set)],
        ),
      );
    const refused = { code: "42501" };
    const own = { principal_id: "bot", principal_type: "agent", rights: { role: "writer" } };
    await expect(insert({ ...own, principal_id: "boss" })).rejects.toMatchObject(refused);
    await expect(insert({ ...own, principal_type: "human" })).rejects.toMatchObject(refused);
    await expect(insert({ ...own, rights: { role: "admin" } })).rejects.toMatchObject(refused);
    await expect(insert({})).rejects.toMatchObject(refused);
    await insert(own);
  });

  it("is claimed by the worker's role alone", async () => {
    await world.enqueue();
    const claim = `select * from palimpsest.claim_job('x', '{mark}', '1 minute')`;
    await expect(world.services.db.transaction(world.bot, (tx) => tx.query(claim))).rejects.toMatchObject({
      code: "42501",
    });
    await expect(world.services.db.anonymous((tx) => tx.query(claim))).rejects.toMatchObject({
      code: "42501",
    });
    expect(await world.services.db.worker((tx) => tx.query(claim))).toHaveLength(1);
  });
});
