import type { JobKind } from "../job.js";

const batch = 1_000;

/** Idempotency keys are kept for as long as the policy says, and for up to an hour more. */
export const idempotencyCleanup: JobKind = {
  kind: "idempotency_cleanup",
  every: "1 hour",
  async run(job) {
    for (;;) {
      job.signal.throwIfAborted();
      const [row] = await job.step((tx) =>
        tx.query<{ n: number }>(
          `select palimpsest.delete_idempotency_keys(make_interval(secs => $1), $2) as n`,
          [job.policy.retention.idempotency_keys, batch],
        ),
      );
      if (row!.n < batch) return { end: "done" };
    }
  },
};
