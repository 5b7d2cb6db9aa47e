import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { localPrincipal, type Principal } from "../../identity/index.js";
import type { JobProgress, PrincipalJobKind, Worker } from "../../jobs/index.js";
import { type JobWorld, openJobWorld } from "../../jobs/testing/job-world.js";
import { defaultPolicy } from "../../policy/index.js";
import { prepareQuery, search } from "../../retrieval/index.js";
import { indexStatus, rebuildIndex } from "./lexical-index.js";
import { lexicalRebuild, staleIndexRebuild } from "./rebuild-job.js";

const tenantB = "tenant-b";
const size = 130;

describe.each(engines)("rebuilding the lexical index on $name", (engine) => {
  let world: JobWorld;
  let admin: Principal;
  /** The index of both tenants as writing made it. */
  let written: unknown;
  let writtenB: unknown;
  const workers: Worker[] = [];

  beforeAll(async () => {
    world = await openJobWorld(engine);
    admin = localPrincipal();
    await world.services.tenants.ensurePrincipal(admin);
    for (let n = 0; n < size; n++) await world.remember(admin, `quokka ${n} sleeps under the eucalyptus`);
    await world.remember(await world.agent("b", tenantB), "a quokka of another tenant");
    [written, writtenB] = [await index(admin.tenantId), await index(tenantB)];
  });
  afterAll(() => world.close());
  beforeEach(() => world.clear());
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

  const start = (kind: PrincipalJobKind = lexicalRebuild) =>
    workers.push(world.start([kind, staleIndexRebuild], { concurrency: 1 }));
  const status = (who = admin) => world.call("indexStatus", indexStatus, who, {});
  const rebuild = (input: object = {}, who = admin) => world.call("rebuildIndex", rebuildIndex, who, input);
  const found = async (text: string) => {
    const query = await prepareQuery(world.services, text);
    const filter = { kinds: ["chunk"], classes: ["public"] };
    const { hits } = await world.services.db.transaction(admin, (tx) =>
      search(tx, admin, { ...query, vector: undefined }, filter, {
        limit: 1_000,
        policy: defaultPolicy,
      }),
    );
    return hits.length;
  };
  const index = (tenantId: string) =>
    world.test.ownerQuery(
      `select t.term, t.reading_position, t.tf, t.len, m.word_count,
         (select sum(words) from palimpsest.lexicon_stat s where s.tenant_id = t.tenant_id) as words
       from palimpsest.memory_term t
       join palimpsest.memory m on m.tenant_id = t.tenant_id and m.reading_position = t.reading_position
       where t.tenant_id = $1 order by 1, 2`,
      [tenantId],
    );
  /** As after an upgrade whose stemmer makes another word of "quokka" than the stored one. */
  const age = async () => {
    await world.test.ownerQuery(`update palimpsest.tenant set lexical_version = '0-old'`);
    await world.test.ownerQuery(
      `update palimpsest.memory_term set term = 42 where term in (select term from palimpsest.lexemes('quokka'))`,
    );
  };

  it("finds all words again, keeps the others findable, and says how far it is", async () => {
    await age();
    expect(await status()).toMatchObject({ version: "0-old", current: false, memories: size, rebuild: null });
    expect([await found("quokka"), await found("eucalyptus")]).toEqual([0, size]);
    const { job_id } = await rebuild();
    expect(await status()).toMatchObject({ rebuild: { job_id, status: "PENDING", done: 0, total: size } });
    start();
    expect(await world.ended(job_id)).toBe("done");
    expect([await found("quokka"), await found("eucalyptus")]).toEqual([size, size]);
    expect(await status()).toMatchObject({ current: true, rebuild: null });
    expect(await index(admin.tenantId)).toEqual(written);
    expect((await world.row(job_id)).progress).toMatchObject({ done: size, total: size });
  });

  it("goes on where it stood when its worker was killed, with every search correct meanwhile", async () => {
    await age();
    const { job_id } = await rebuild();
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stuck = new Promise<JobProgress>((resolve) => {
      // Ends for the rest of the world after its first batch, as a killed process does.
      start({
        ...lexicalRebuild,
        run: (job) =>
          lexicalRebuild.run({
            ...job,
            async step(work, progress) {
              const result = await job.step(work, progress);
              if (progress !== undefined) {
                resolve(progress);
                await hanging;
              }
              return result;
            },
          }),
      });
    });
    expect(await stuck).toMatchObject({ done: 100, total: size });
    expect([await found("quokka"), await found("eucalyptus")]).toEqual([100, size]);
    expect(await status()).toMatchObject({ current: false, rebuild: { status: "PROCESSING", done: 100 } });
    const late = await world.remember(admin, "a quokka that came in the middle");

    const reported: JobProgress[] = [];
    await world.expire(job_id);
    start({
      ...lexicalRebuild,
      run: (job) =>
        lexicalRebuild.run({
          ...job,
          step: (work, progress) => {
            if (progress !== undefined) reported.push(progress);
            return job.step(work, progress);
          },
        }),
    });
    expect(await world.ended(job_id)).toBe("done");
    expect(reported).toMatchObject([{ done: size }]);
    expect(await found("quokka")).toBe(size + 1);
    release();
    expect(await world.ended(job_id)).toBe("lost");
    expect((await status()).current).toBe(true);
    await world.test.ownerQuery(`update palimpsest.memory set retracted = true where id = $1`, [late]);
  });

  it("gives the rebuild that waits or runs when it is asked for again", async () => {
    const { job_id } = await rebuild();
    expect((await rebuild()).job_id).toBe(job_id);
    expect((await rebuild({ all_tenants: true })).job_id).not.toBe(job_id);
  });

  it("rebuilds all tenants that need it for the operator, and for nobody else", async () => {
    await age();
    await expect(rebuild({ all_tenants: true }, { ...admin, via: "key" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const { job_id } = await rebuild({ all_tenants: true });
    start();
    expect(await world.ended(job_id)).toBe("done");
    const [other] = await world.test.ownerQuery<{ job_id: string }>(
      `select job_id from palimpsest.job where tenant_id = $1`,
      [tenantB],
    );
    expect(await world.ended(other!.job_id)).toBe("done");
    const b = await world.agent("b", tenantB);
    expect(await status(b)).toMatchObject({ current: true, memories: 1 });
    expect(await index(tenantB)).toEqual(writtenB);
  });

  it("fails, and leaves the version as it is, when the server was upgraded under it", async () => {
    await age();
    const { job_id } = await rebuild();
    await world.test.ownerQuery(
      `update palimpsest.job set payload = jsonb_set(payload, '{version}', '"1-before"') where job_id = $1`,
      [job_id],
    );
    start();
    expect(await world.ended(job_id)).toBe("failed");
    expect(await world.row(job_id)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("palimpsest index rebuild"),
    });
    expect(await status()).toMatchObject({ version: "0-old", current: false });
  });
});
