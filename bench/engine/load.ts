import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openMemory, startWorker } from "@palimpsest/core";
import { percentile } from "../lib/percentile.js";
import { makeWorkload } from "../lib/workload.js";

export interface Job {
  dataDir: string;
  seconds: number;
  perSecond: number;
}

export interface Row {
  second: number;
  requests: number;
  p50: number;
  p95: number;
  errors: number;
  logMb: number;
  checkpoints: number;
  longestCheckpointMs: number;
}

const logMb = (dataDir: string): number => {
  const folder = join(dataDir, "pg_wal");
  const files = readdirSync(folder).map((name) => statSync(join(folder, name)));
  return files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / 1024 ** 2;
};

/** Half writes, half searches, on a fresh store, at a fixed rate; a row every tenth of the time. */
async function load({ dataDir, seconds, perSecond }: Job): Promise<void> {
  const memory = await openMemory({
    database: { dataDir },
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
    migrate: true,
  });
  startWorker(memory.services, { kinds: [] });
  const workload = makeWorkload(1);
  const call = (operation: "remember" | "recall", input: object) =>
    memory.dispatch({ operation, input, credential: { kind: "local" }, surface: "rest" });
  let times: number[] = [];
  let errors = 0;
  const request = async (at: number) => {
    const started = performance.now();
    try {
      if (at % 2 === 0) await call("remember", { text: workload.message().text });
      else await call("recall", { query: workload.query() });
      times.push(performance.now() - started);
    } catch {
      errors++;
    }
  };
  for (let at = 0; at < 20; at++) workload.message();
  const total = seconds * perSecond;
  const started = performance.now();
  for (let at = 1; at <= total; at++) {
    const wait = started + (at * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    void request(at);
    if (at % Math.ceil(total / 10) !== 0) continue;
    const { checkpoints } = memory.services.db.status();
    process.send!({
      second: Math.round(at / perSecond),
      requests: times.length,
      p50: percentile(times, 50),
      p95: percentile(times, 95),
      errors,
      logMb: logMb(dataDir),
      checkpoints: checkpoints?.count ?? 0,
      longestCheckpointMs: checkpoints?.longestMs ?? 0,
    } satisfies Row);
    times = [];
  }
  process.send!("done");
}

/** Started by `main.ts` as a process of its own, which it kills at the end. */
process.once("message", (job: Job) => void load(job));
