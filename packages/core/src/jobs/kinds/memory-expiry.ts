import { longestTtl } from "../../policy/index.js";
import { eraseOutgrown } from "../../substrate/index.js";
import type { SystemJobKind } from "../job.js";

const batch = 200;

/** Erases memories that have expired, once they have been hidden for as long as the policy says, or a day more. */
export const memoryExpiry: SystemJobKind = {
  kind: "memory_expiry",
  every: "1 day",
  async run(job) {
    const { grace } = (await job.policy()).retention;
    if (grace === null) return { end: "done" };
    let erased = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const ids = await job.step(async (tx) => {
        const found = await eraseOutgrown(tx, await longestTtl(tx, job.tenantId, grace), grace, batch);
        job.touched(found);
        return found;
      });
      erased += ids.length;
      if (ids.length < batch) break;
    }
    await job.step(async () => undefined, { erased });
    return { end: "done" };
  },
};
