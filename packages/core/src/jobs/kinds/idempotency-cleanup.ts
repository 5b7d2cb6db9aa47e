import type { JobKind } from "../job.js";

const batch = 1_000;

/** An idempotency key is kept for a day. */
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
             where tenant_id = $1 and created_at < clock_timestamp() - interval '24 hours'
             limit $2 for update skip locked))
           returning key`,
          [job.who.tenantId, batch],
        ),
      );
      if (deleted.length < batch) return { end: "done" };
    }
  },
};
