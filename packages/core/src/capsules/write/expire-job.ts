import type { SystemJobKind } from "../../jobs/index.js";
import { expireCapsules } from "./expire-capsules.sql.js";

const batch = 1_000;

/** Marks expired capsules. Reads check the expiry themselves; this only tidies up. */
export const capsuleExpiry: SystemJobKind = {
  kind: "capsule_expiry",
  every: "1 minute",
  async run(job) {
    let expired = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const count = await job.step((tx) => expireCapsules(tx, batch));
      expired += count;
      if (count < batch) break;
    }
    await job.step(async () => undefined, { expired });
    return { end: "done" };
  },
};
