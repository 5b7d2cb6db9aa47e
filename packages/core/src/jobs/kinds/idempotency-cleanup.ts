import { deleteIdempotencyKeys } from "../../identity/index.js";
import type { SystemJobKind } from "../job.js";

const batch = 1_000;

/** Idempotency keys are kept for as long as the policy says, and for up to an hour more. */
export const idempotencyCleanup: SystemJobKind = {
  kind: "idempotency_cleanup",
  every: "1 hour",
  async run(job) {
    const { retention } = await job.policy();
    for (;;) {
      job.signal.throwIfAborted();
      const deleted = await job.step((tx) => deleteIdempotencyKeys(tx, retention.idempotency_keys, batch));
      if (deleted < batch) return { end: "done" };
    }
  },
};
