import type { SystemJobKind } from "../../jobs/index.js";
import { eraseExpired, eraseUnfinished } from "./erase-expired.sql.js";

const batch = 500;

/**
 * Erases the texts of documents whose retention is over, and what is left of texts that were not stored to their end. Reads
 * show neither.
 */
export const documentExpiry: SystemJobKind = {
  kind: "document_expiry",
  every: "1 hour",
  async run(job) {
    let erased = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const { passages } = await job.step(async (tx) => {
        const found = await eraseExpired(tx, batch);
        job.touched(found.revisions);
        return found;
      });
      erased += passages;
      if (passages < batch) break;
    }
    for (let left = batch; left === batch; ) {
      job.signal.throwIfAborted();
      left = await job.step((tx) => eraseUnfinished(tx, batch));
    }
    await job.step(async () => undefined, { erased });
    return { end: "done" };
  },
};
