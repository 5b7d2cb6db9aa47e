import { randomUUID } from "node:crypto";
import type { Services } from "../../services.js";
import type { JobKind } from "../job.js";
import { claimJob } from "../job.sql.js";
import { type RunEnd, runJob } from "./run-job.js";

interface Options {
  kinds: readonly JobKind[];
  /** What the jobs call whoever runs them. */
  name?: string;
  /** Ends the run; the job at hand is given back. */
  signal: AbortSignal;
  /** Told how each job ended. */
  onEnd: (end: RunEnd) => void;
  /** Unless given, a job that fails says so in the list of jobs alone. */
  onError?: (error: unknown) => void;
}

/** Runs the jobs that are due, one after the other, until there is none: what a process without a worker leaves done. */
export async function runDueJobs(services: Services, options: Options): Promise<void> {
  const { kinds, name = `command-${process.pid}`, signal, onEnd, onError = () => undefined } = options;
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const leaseSeconds = 60;
  while (!signal.aborted) {
    const claim = { token: randomUUID(), kinds: [...byName.keys()], leaseSeconds, after: "", worker: name };
    const job = await claimJob(services.db, claim);
    if (job === undefined) return;
    const kind = byName.get(job.kind)!;
    const end = await runJob(services, kind, job, { leaseSeconds, stop: signal, graceMs: 1_000, onError });
    await kind.settle?.(services);
    onEnd(end);
  }
}
