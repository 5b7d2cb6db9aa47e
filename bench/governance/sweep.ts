import { jobKinds, localPrincipal, type Memory, startWorker } from "@palimpsest/core";
import { summarise, type Timing } from "../lib/timing.js";
import { edited, type Filled } from "./fill.js";
import { loadCapsules } from "./load-capsules.js";
import type { Sizes } from "./sizes.js";

const kind = "capsule_expiry";
const patienceMs = 120_000;

interface Job extends Record<string, unknown> {
  readonly status: string;
  readonly ms: number;
  readonly expired: number | null;
}

/** As many capsules as there are open ones are over at once; a worker finds the job and does it, start to end. */
export const sweep = async ({ services }: Memory, filled: Filled, sizes: Sizes): Promise<Timing> => {
  const who = localPrincipal({ tenantId: edited });
  const { random, untouched } = filled;
  await loadCapsules(services, {
    tenantId: edited,
    count: sizes.capsules,
    items: untouched,
    random,
    expiresAt: new Date(Date.now() - 1_000),
  });
  const errors: unknown[] = [];
  const worker = startWorker(services, {
    pollMs: 20,
    kinds: jobKinds.filter((job) => job.kind === kind),
    onError: (error) => void errors.push(error),
  });
  try {
    for (const start = performance.now(); performance.now() - start < patienceMs && errors.length === 0; ) {
      const [job] = await services.db.transaction(who, (tx) =>
        tx.query<Job>(
          `select status, extract(epoch from updated_at - created_at)::float8 * 1000 as ms,
             (progress->>'expired')::integer as expired
           from palimpsest.job where tenant_id = $1 and kind = $2`,
          [who.tenantId, kind],
        ),
      );
      if (job?.status === "DONE") {
        if (job.expired !== sizes.capsules) throw new Error(`${job.expired} capsules were swept`);
        return summarise([job.ms]);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await worker.stop();
  }
  throw new Error("the sweep did not end", { cause: errors[0] });
};
