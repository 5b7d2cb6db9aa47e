import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import type { Services } from "../services.js";

export type JobProgress = Record<string, number>;

/** A job as a worker claimed it. */
export interface ClaimedJob {
  [column: string]: unknown;
  tenant_id: string;
  job_id: string;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  max_attempts: number;
  progress: JobProgress;
  /** On whose behalf it runs; null for a job of the system. */
  principal_id: string | null;
  principal_type: string | null;
  rights: Record<string, unknown> | null;
  /** The owner token of this claim alone: whoever has lost the lease cannot write with it. */
  token: string;
}

export interface RunningJob {
  services: Services;
  who: Principal;
  /** The policy of the job's tenant. */
  policy: Policy;
  payload: Record<string, unknown>;
  /** Aborted when the worker stops or the lease is lost; look at it between steps. */
  signal: AbortSignal;
  /** A transaction that only the holder of the lease can commit. It renews the lease. */
  step<T>(work: (tx: Tx) => Promise<T>, progress?: JobProgress): Promise<T>;
}

/** How a run ended: done, stopped on request, or to be run later by a worker that can. */
export type Outcome =
  | { end: "done"; results?: (tx: Tx) => Promise<void> }
  | { end: "stopped" }
  | { end: "postponed"; seconds: number };

export interface JobKind {
  kind: string;
  /** For kinds that recur in every tenant: the interval, as Postgres reads it. */
  every?: string;
  run(job: RunningJob): Promise<Outcome>;
  /** After a job of the kind is done, and from time to time: what concerns all tenants together. */
  settle?(services: Services): Promise<void>;
}

/** Another worker has the job by now; what this one did is discarded. */
export class LeaseLost extends Error {
  constructor() {
    super("The lease of this job is lost.");
  }
}
