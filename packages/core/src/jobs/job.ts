import type { Permission, PrincipalType } from "@palimpsest/contract";
import type { Rows, Tx } from "../db/index.js";
import type { HeldRights } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import type { OperationContext, Services } from "../services.js";

export type JobProgress = Record<string, number>;

/** A job as a worker claimed it. */
export type ClaimedJob = Pick<
  Rows["job"],
  "tenant_id" | "job_id" | "kind" | "attempts" | "max_attempts" | "principal_id"
> & {
  payload: Record<string, unknown>;
  progress: JobProgress;
  /** Null for a job of the system, like `principal_id`: on whose behalf it runs. */
  principal_type: PrincipalType | null;
  rights: HeldRights | null;
  /** The owner token of this claim alone: whoever has lost the lease cannot write with it. */
  token: string;
};

export interface RunningJob {
  services: Services;
  tenantId: string;
  jobId: string;
  /** The policy of the job's tenant. It throws if that cannot be read. */
  policy(): Promise<Policy>;
  payload: Record<string, unknown>;
  /** What an earlier run of the job reported last. */
  progress: JobProgress;
  /** Aborted when the worker stops or the lease is lost; look at it between steps. */
  signal: AbortSignal;
  /**
   * A transaction of the system in the job's tenant, in the worker's role. It renews the lease, and only the holder of
   * the lease can commit it.
   */
  step<T>(work: (tx: Tx) => Promise<T>, progress?: JobProgress): Promise<T>;
  /** Names ids that the current step or write changes, for its audit entry. */
  touched(ids: readonly string[]): void;
}

/** A run for a principal: `context` reads with its rights, and what it writes belongs to it. */
export interface PrincipalJob extends RunningJob {
  context: OperationContext;
}

/** How a run ended: done, stopped on request, or to be run later by a worker that can. */
export type Outcome =
  | { end: "done"; results?: (tx: Tx) => Promise<void> }
  | { end: "stopped" }
  | { end: "postponed"; seconds: number };

interface AnyJobKind {
  kind: string;
  /** After a job of the kind is done, and from time to time: what concerns all tenants together. */
  settle?(services: Services): Promise<void>;
}

/** Work of the system itself, which the worker does in its own role. No principal can ask for it. */
export interface SystemJobKind extends AnyJobKind {
  permission?: undefined;
  /** For kinds that recur in every tenant: the interval, as Postgres reads it. */
  every?: string;
  run(job: RunningJob): Promise<Outcome>;
}

/** Work that a principal asked for, and that is done with that principal's rights. */
export interface PrincipalJobKind extends AnyJobKind {
  /** What the principal must still be allowed to do when the job runs. */
  permission: Permission;
  every?: undefined;
  run(job: PrincipalJob): Promise<Outcome>;
}

export type JobKind = SystemJobKind | PrincipalJobKind;

/** Why a run failed, by a code of the kind's own. `retry`: the same run may succeed later. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";

  constructor(
    readonly code: string,
    message: string,
    readonly retry: boolean,
    /** Seconds that somebody asks to wait. */
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Another worker has the job by now, or somebody stopped it; what this one did is discarded. */
export class LeaseLost extends Error {
  constructor() {
    super("The lease of this job is lost.");
  }
}
