import type { JobKind } from "../job.js";

const batch = 1_000;

/** Idempotency keys are kept for as long as the policy says, and for up to an hour more. */
export const idempotencyCleanup: JobKind = {
  kind: "idempotency_cleanup",
  every: "1 hour",
  async run(job) {
    for (;;) {
      job.signal.throwIfAborted();
      const deleted = await job.step((tx) =>
        tx.query(
          `delete from palimpsest.idempotency where ctid = any (array(
             select ctid from palimpsest.idempotency
             where tenant_id = $1 and created_at < clock_timestamp() - make_interval(secs => $3)
             limit $2 for update skip locked))
           returning key`,
          [job.who.tenantId, batch, job.policy.retention.idempotency_keys],
        ),
      );
      if (deleted.length < batch) return { end: "done" };
    }
  },
};
