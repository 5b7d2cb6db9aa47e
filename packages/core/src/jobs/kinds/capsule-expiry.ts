import type { JobKind } from "../job.js";

const batch = 1_000;

/** Tidies up: a capsule whose time is over is closed at every read, swept or not. */
export const capsuleExpiry: JobKind = {
  kind: "capsule_expiry",
  every: "1 minute",
  async run(job) {
    let expired = 0;
    for (;;) {
      job.signal.throwIfAborted();
      const [row] = await job.step((tx) =>
        tx.query<{ n: number }>(`select palimpsest.expire_capsules($1) as n`, [batch]),
      );
      expired += row!.n;
      if (row!.n < batch) break;
    }
    await job.step(async () => undefined, { expired });
    return { end: "done" };
  },
};
