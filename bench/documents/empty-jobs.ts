import { type JobKind, startWorker } from "@palimpsest/core";
import { callAs } from "../cognition/call-as.js";
import { type EngineName, openStore } from "../lib/store.js";
import type { Figure } from "./figure.js";

const atOnce = 8;
const empty: JobKind = { kind: "empty", run: async () => ({ end: "done" }) };

/** How many jobs that do nothing a worker takes and ends in a second. */
export async function measureQueue(engine: EngineName, jobs: number): Promise<Figure[]> {
  const store = await openStore(engine);
  const { services } = store.memory;
  try {
    // The first call makes the tenant.
    await callAs(store.memory, "remember", { text: "Hello." });
    await services.db.ownerStatements((tx) =>
      tx.query(
        `insert into palimpsest.job (tenant_id, job_id, kind, payload, max_attempts, run_at)
         select t.tenant_id, 'job_empty_' || n, 'empty', '{}', 5, clock_timestamp()
         from (select min(tenant_id) as tenant_id from palimpsest.memory) t, generate_series(1, $1::integer) as n`,
        [jobs],
      ),
    );
    const started = performance.now();
    let left = jobs;
    let stop = async () => {};
    await new Promise<void>((resolve, reject) => {
      const onEnd = () => {
        left -= 1;
        if (left === 0) resolve();
      };
      const options = { kinds: [empty], pollMs: 50, concurrency: atOnce, onEnd, onError: reject };
      stop = startWorker(services, options).stop;
    });
    const value = jobs / ((performance.now() - started) / 1_000);
    await stop();
    const least = engine === "postgres" ? 500 : undefined;
    return [{ engine, step: `run empty jobs, ${atOnce} at once`, value, unit: "jobs a second", least }];
  } finally {
    await store.close();
  }
}
