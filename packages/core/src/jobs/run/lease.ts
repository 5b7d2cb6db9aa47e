import type { Services } from "../../services.js";
import { type ClaimedJob, LeaseLost } from "../job.js";
import { renewLease } from "../job.sql.js";

export interface Lease {
  /** Aborted when the worker is told to stop or the lease is lost. */
  signal: AbortSignal;
  /** Before the job's last transaction: from then on nothing else touches the job. */
  stopRenewing(): void;
  close(): void;
}

/** Renews the lease of a running job three times before it would run out. */
export function keepLease(
  services: Services,
  job: ClaimedJob,
  options: { leaseSeconds: number; stop: AbortSignal; onError: (error: unknown) => void },
): Lease {
  const ended = new AbortController();
  const stopping = () => ended.abort(options.stop.reason);
  options.stop.addEventListener("abort", stopping);
  if (options.stop.aborted) stopping();
  const beat = setInterval(
    () => {
      services.db
        .workerIn(job.tenant_id, (tx) => renewLease(tx, job, options.leaseSeconds))
        .catch((error: unknown) => {
          if (error instanceof LeaseLost) ended.abort(error);
          else options.onError(error);
        });
    },
    (options.leaseSeconds * 1000) / 3,
  );
  return {
    signal: ended.signal,
    stopRenewing: () => clearInterval(beat),
    close() {
      clearInterval(beat);
      options.stop.removeEventListener("abort", stopping);
      ended.abort();
    },
  };
}
