import type { Tx } from "../db/index.js";
import { type Principal, writerOf } from "../principal.js";

export type Signal = "helpful" | "harmful" | "outdated" | "duplicate";

interface Said {
  memoryId: string;
  signal: Signal;
  /** The span of time in which one signal counts, in seconds. */
  seconds: number;
}

/** What the caller has said of a claim in this span of time, and whether this call is the first to say so. */
export async function noteFeedback(
  tx: Tx,
  who: Principal,
  { memoryId, signal, seconds }: Said,
): Promise<{ signal: Signal; isNew: boolean }> {
  const bucket = new Date(Math.floor(Date.now() / (seconds * 1_000)) * seconds * 1_000);
  const of = [who.tenantId, memoryId, writerOf(who), bucket];
  const [made] = await tx.query<{ signal: Signal }>(
    `insert into palimpsest.claim_feedback (tenant_id, memory_id, principal, bucket, signal)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning signal`,
    [...of, signal],
  );
  if (made) return { signal, isNew: true };
  const [said] = await tx.query<{ signal: Signal }>(
    `select f.signal from palimpsest.claim_feedback f
     where f.tenant_id = $1 and f.memory_id = $2 and f.principal = $3 and f.bucket = $4`,
    of,
  );
  return { signal: said!.signal, isNew: false };
}
