import { placeId, pruneAudit, pruneJob } from "../../audit/index.js";
import type { SystemJobKind } from "../job.js";

const batch = 1_000;

/** Entries of the audit log are kept for as long as the policy says, and for up to a day more. */
export const auditCleanup: SystemJobKind = {
  kind: pruneJob,
  every: "1 day",
  async run(job) {
    const { audit } = (await job.policy()).retention;
    if (audit === null) return { end: "done" };
    let removed = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const pruned = await job.step(async (tx) => {
        const place = await pruneAudit(tx, audit, batch);
        if (place) job.touched([placeId(place)]);
        return place;
      });
      removed += pruned?.entries ?? 0;
      if ((pruned?.entries ?? 0) < batch) break;
    }
    await job.step(async () => undefined, { removed });
    return { end: "done" };
  },
};
