import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./db/testing/index.js";
import type { Principal } from "./identity/index.js";
import { jobKinds } from "./job-kinds.js";
import { startWorker, type Worker } from "./jobs/index.js";
import { openWorld, type World } from "./testing/open-world.js";

const tenant = "00000000-0000-0000-0000-000000000000";

describe.each(engines)("the sweeps on $name", (engine) => {
  let world: World;
  let who: Principal;
  let worker: Worker | undefined;

  beforeAll(async () => {
    world = await openWorld(engine);
    who = await world.agent("a");
    await world.agent("b", "tenant-b");
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });
  afterAll(() => world.close());

  const start = () => {
    worker = startWorker(world.services, { kinds: jobKinds, pollMs: 10 });
  };

  const count = async (sql: string) =>
    Number((await world.test.ownerQuery<{ n: string }>(`select count(*) as n from ${sql}`))[0]!.n);
  const schedule = async (kind: string, every: string) => {
    const [row] = await world.services.db.worker((tx) =>
      tx.query<{ n: number }>(`select palimpsest.schedule_for_all($1, $2::interval) as n`, [kind, every]),
    );
    return row!.n;
  };
  const plantCapsules = (prefix: string, of: string, n: number, expires: string) =>
    world.test.ownerQuery(
      `with m as (
         insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, scope, subject_type, subject_id, channel,
           owner_id, visibility, audience, text, content_hash, original_hash, occurred_at)
         select $2, $1 || n, 'capsule', 'capsule', 'agent:a', -16 * nextval('palimpsest.solo_position'), 'user', 'user', 'jack',
           'agent', 'a', 'custom', '{b}', 'Capsule about user jack', n, n, now() from generate_series(1, $3::int) n
         returning tenant_id, id)
       insert into palimpsest.capsule (tenant_id, memory_id, author_id, audience, subject_type, subject_id, ttl_days,
         item_count, expires_at)
       select tenant_id, id, 'a', '{b}', 'user', 'jack', 7, 1, now() + $4::interval from m`,
      [prefix, of, n, expires],
    );

  it("expire the due capsules of every tenant, batch by batch, and no others", async () => {
    await plantCapsules("cap_old", tenant, 2_500, "-1 second");
    await plantCapsules("cap_new", tenant, 5, "1 day");
    await plantCapsules("cap_b", "tenant-b", 3, "-1 second");
    start();
    await expect
      .poll(() => count(`palimpsest.capsule where status = 'expired'`), { timeout: 60_000 })
      .toBe(2_503);
    await expect
      .poll(() => count(`palimpsest.job where kind = 'capsule_expiry' and status = 'DONE'`), {
        timeout: 60_000,
      })
      .toBe(2);
    await worker?.stop();
    expect(await count(`palimpsest.capsule where status = 'active'`)).toBe(5);
  });

  it("are scheduled once per tenant and interval, and expiry only where a capsule is due", async () => {
    await world.test.ownerQuery(`delete from palimpsest.job`);
    expect(await schedule("idempotency_cleanup", "1 hour")).toBe(2);
    expect(await schedule("idempotency_cleanup", "1 hour")).toBe(0);
    await world.test.ownerQuery(`update palimpsest.job set status = 'DONE'`);
    expect(await schedule("idempotency_cleanup", "1 hour")).toBe(0);
    await world.test.ownerQuery(`update palimpsest.job set updated_at = now() - interval '2 hours'`);
    expect(await schedule("idempotency_cleanup", "1 hour")).toBe(2);
    expect(await count(`palimpsest.job`)).toBe(2);
    expect(await schedule("capsule_expiry", "1 minute")).toBe(0);
    await plantCapsules("cap_due", "tenant-b", 1, "-1 second");
    expect(await schedule("capsule_expiry", "1 minute")).toBe(1);
  });

  it("fill in a vector that is missing without a job", async () => {
    await world.test.ownerQuery(`delete from palimpsest.job`);
    const id = await world.remember(who, "without a vector");
    await world.test.ownerQuery(`delete from palimpsest.memory_vector where memory_id = $1`, [id]);
    start();
    await expect
      .poll(() => count(`palimpsest.memory_vector where memory_id = '${id}'`), { timeout: 60_000 })
      .toBe(1);
    await worker?.stop();
  });

  it("delete idempotency keys after a day", async () => {
    await world.test.ownerQuery(`delete from palimpsest.job`);
    await world.test.ownerQuery(
      `insert into palimpsest.idempotency (tenant_id, principal_id, key, operation, digest, created_at)
       select $1, 'a', 'key ' || n, 'op', 'd', now() - n * interval '1 hour' from generate_series(1, 1500) n`,
      [who.tenantId],
    );
    start();
    await expect.poll(() => count(`palimpsest.idempotency`), { timeout: 60_000 }).toBe(23);
    await worker?.stop();
  });
  it("remove jobs a week after they ended, and leave those that wait or run", async () => {
    await world.test.ownerQuery(`delete from palimpsest.job`);
    await world.test.ownerQuery(
      `insert into palimpsest.job (tenant_id, job_id, kind, status, updated_at)
       select t.tenant_id, 'job_' || s.status || d.days, 'unknown', s.status, now() - d.days * interval '1 day'
       from palimpsest.tenant t, unnest(array['PENDING', 'PROCESSING', 'DONE', 'FAILED', 'STOPPED']) s(status),
         unnest(array[6, 8]) d(days)`,
    );
    start();
    await expect.poll(() => count(`palimpsest.job where kind = 'unknown'`), { timeout: 60_000 }).toBe(14);
    await worker?.stop();
    expect(
      await count(`palimpsest.job where status in ('DONE', 'FAILED', 'STOPPED') and kind = 'unknown'
      and updated_at < now() - interval '7 days'`),
    ).toBe(0);
  });
});
