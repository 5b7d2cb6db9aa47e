import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { type Principal, restorePrincipal, type StoredPrincipal } from "../../identity/index.js";
import type { Services } from "../../services.js";
import {
  type AroundWrite,
  type CallRecord,
  operationContext,
  policyInForce,
  recordedWrite,
} from "../../tenant/index.js";
import type { ClaimedJob, JobKind, Outcome, PrincipalJobKind, RunningJob, SystemJobKind } from "../job.js";
import { endJob, releaseJob, renewLease } from "../job.sql.js";

/** A claimed job that may run. */
export interface JobRun {
  start(): Promise<Outcome>;
  /** The results and the end of the job are one transaction. */
  conclude(outcome: Outcome): Promise<void>;
}

export interface RunSetup {
  services: Services;
  job: ClaimedJob;
  record: CallRecord;
  /** Whether this run came further than the one before. */
  reached: { progressed: boolean };
  leaseSeconds: number;
  signal: AbortSignal;
}

/** Refuses a job of the system that a principal asked for, and one for a principal that nobody asked for. */
export async function openJobRun(kind: JobKind, setup: RunSetup): Promise<JobRun> {
  const stored = storedPrincipal(setup.job);
  if (kind.permission === undefined && stored === undefined) return systemRun(kind, setup);
  if (kind.permission !== undefined && stored !== undefined) return principalRun(kind, stored, setup);
  throw new PalimpsestError(
    "FORBIDDEN",
    stored === undefined
      ? `A job of kind ${kind.kind} runs for a principal, and this one names none.`
      : `Jobs of kind ${kind.kind} are the system's own, and are not run for a principal.`,
  );
}

function storedPrincipal(job: ClaimedJob): StoredPrincipal | undefined {
  const { tenant_id: tenantId, principal_id: id, principal_type: type, rights } = job;
  if (id === null || type === null || rights === null) return undefined;
  return { tenantId, id, type, rights };
}

/** What every run is given: steps in the worker's own role. */
function runningJob({ services, job, record, reached: run, leaseSeconds, signal }: RunSetup): RunningJob {
  const { tenant_id: tenantId, job_id: jobId, payload, progress } = job;
  return {
    services,
    tenantId,
    jobId,
    policy: () => policyInForce(services, tenantId),
    payload,
    progress,
    signal,
    step: (work, reached) =>
      recordedWrite(
        { record, tenantId, audit: services.audit, onlyIfTouched: true },
        (inTransaction) => services.db.workerIn(tenantId, inTransaction),
        async (tx) => {
          await renewLease(tx, job, leaseSeconds, reached);
          run.progressed ||= (reached?.done ?? 0) > (progress.done ?? 0);
          return work(tx);
        },
      ),
    touched: (ids) => record.touched(ids),
  };
}

function systemRun(kind: SystemJobKind, setup: RunSetup): JobRun {
  const { services, job, record } = setup;
  return {
    start: () => kind.run(runningJob(setup)),
    conclude: (outcome) =>
      recordedWrite(
        { record, tenantId: job.tenant_id, audit: services.audit, onlyIfTouched: true },
        (inTransaction) => services.db.workerIn(job.tenant_id, inTransaction),
        async (tx) => {
          await endOf(outcome, job)(tx);
          if (outcome.end === "done") await outcome.results?.(tx);
        },
      ),
  };
}

async function principalRun(
  kind: PrincipalJobKind,
  stored: StoredPrincipal,
  setup: RunSetup,
): Promise<JobRun> {
  const { services, job, record, leaseSeconds } = setup;
  const heldNow = async (tx: Tx): Promise<Principal> => {
    const who = await restorePrincipal(tx, stored);
    if (who.permissions.has(kind.permission)) return who;
    throw new PalimpsestError(
      "FORBIDDEN",
      `This job needs the permission ${kind.permission}, which the ${who.type} ${who.id} no longer has.`,
    );
  };
  const who = await services.db.workerIn(job.tenant_id, heldNow);
  let fence = (tx: Tx) => renewLease(tx, job, leaseSeconds);
  const aroundWrite: AroundWrite = async (tx, work) => {
    await fence(tx);
    // What the principal lost since the run began ends it here.
    await heldNow(tx);
    return work();
  };
  const context = await operationContext(services, who, record, { aroundWrite });
  return {
    start: () => kind.run({ ...runningJob(setup), context }),
    async conclude(outcome) {
      fence = endOf(outcome, job);
      if (outcome.end === "postponed") await services.db.workerIn(job.tenant_id, fence);
      else await context.write(async (tx) => outcome.end === "done" && outcome.results?.(tx));
    },
  };
}

const endOf = (outcome: Outcome, job: ClaimedJob) => (tx: Tx) => {
  if (outcome.end === "postponed") return releaseJob(tx, job, outcome.seconds);
  return endJob(tx, job, outcome.end === "done" ? "DONE" : "STOPPED");
};
