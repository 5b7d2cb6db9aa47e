import type { SystemJobKind } from "../job.js";
import { deleteFinishedJobs } from "../job.sql.js";

const batch = 1_000;

/** Jobs that have ended are kept for as long as the policy says, and for up to an hour more. */
export const jobCleanup: SystemJobKind = {
  kind: "job_cleanup",
  every: "1 hour",
  async run(job) {
    const { retention } = await job.policy();
    let removed = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const count = await job.step((tx) => deleteFinishedJobs(tx, retention.finished_jobs, batch));
      removed += count;
      if (count < batch) break;
    }
    await job.step(async () => undefined, { removed });
    return { end: "done" };
  },
};
