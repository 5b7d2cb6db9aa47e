import type { TestEngine } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { openWorld, type World } from "../../testing/open-world.js";
import type { JobKind, PrincipalJobKind } from "../job.js";
import { claimJob, enqueueJob, type NewJob } from "../job.sql.js";
import type { RunEnd } from "../run/run-job.js";
import { startWorker, type Worker, type WorkerOptions } from "../run/worker.js";

/** Writes a mark into a table of the tests, with the rights of whom it runs for. */
export const markJob: PrincipalJobKind = {
  kind: "mark",
  permission: "memory:write",
  run: async ({ context: { who }, payload }) => ({
    end: "done",
    results: async (tx) =>
      void (await tx.query(`insert into palimpsest.done_mark values ($1, $2, $3)`, [
        who.tenantId,
        payload.mark,
        who.id,
      ])),
  }),
};

export interface JobWorld extends World {
  /** An agent of the default tenant. */
  bot: Principal;
  enqueue(payload?: NewJob["payload"], given?: Partial<NewJob> & { of?: Principal }): Promise<string>;
  claim(token: string, after?: string): ReturnType<typeof claimJob>;
  row(id: string): Promise<Record<string, unknown>>;
  /** As if its worker had not renewed the lease for too long. */
  expire(id: string): Promise<unknown>;
  marks(): Promise<string[]>;
  start(kinds: readonly JobKind[], options?: Partial<WorkerOptions>): Worker;
  /** How the next run of this job ends that has not been asked for yet. */
  ended(id: string): Promise<RunEnd>;
  /** No jobs, no marks. */
  clear(): Promise<unknown>;
}

export async function openJobWorld(engine: TestEngine): Promise<JobWorld> {
  const world = await openWorld(engine);
  const { test, services } = world;
  const bot = await world.agent("bot");
  await test.ownerQuery(`create table palimpsest.done_mark (tenant_id text, mark text, by text)`);
  await test.ownerQuery(`grant select, insert on palimpsest.done_mark to palimpsest_app, palimpsest_worker`);
  const ends = new Map<string, RunEnd[]>();
  const waiting = new Map<string, (end: RunEnd) => void>();
  const onEnd = ({ id, end }: { id: string; end: RunEnd }) => {
    const told = waiting.get(id);
    waiting.delete(id);
    if (told) told(end);
    else ends.set(id, [...(ends.get(id) ?? []), end]);
  };
  return {
    ...world,
    bot,
    enqueue: (payload = {}, { of = bot, ...given } = {}) =>
      services.db.transaction(of, (tx) => enqueueJob(tx, of, { kind: "mark", payload, ...given })),
    claim: (token, after = "") => claimJob(services.db, { token, kinds: ["mark"], leaseSeconds: 60, after }),
    async row(id) {
      const [job] = await test.ownerQuery<Record<string, unknown>>(
        `select *, extract(epoch from run_at - clock_timestamp())::float8 as wait from palimpsest.job where job_id = $1`,
        [id],
      );
      return job!;
    },
    expire: (id) =>
      test.ownerQuery(
        `update palimpsest.job set locked_until = clock_timestamp() - interval '1 second' where job_id = $1`,
        [id],
      ),
    marks: async () =>
      (await test.ownerQuery<{ mark: string }>(`select mark from palimpsest.done_mark order by mark`)).map(
        ({ mark }) => mark,
      ),
    start: (kinds, options = {}) =>
      startWorker(services, { pollMs: 10, onError: () => undefined, ...options, kinds, onEnd }),
    ended(id) {
      const [next, ...later] = ends.get(id) ?? [];
      ends.set(id, later);
      if (next !== undefined) return Promise.resolve(next);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    clear: () => test.ownerQuery(`with j as (delete from palimpsest.job) delete from palimpsest.done_mark`),
  };
}
