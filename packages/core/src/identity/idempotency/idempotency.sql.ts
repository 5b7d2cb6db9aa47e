import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";

export interface IdempotencyClaim {
  key: string;
  operation: string;
  /** Keyed digest of the body: the same key with another body is a conflict. */
  digest: string;
}

interface Stored {
  operation: string;
  digest: string;
  answer: unknown;
}

/** The stored answer of an earlier call with this key, or undefined if there was none. */
export async function findReplay(tx: Tx, who: Principal, claim: IdempotencyClaim): Promise<unknown> {
  const [row] = await tx.prepared<Stored & { [k: string]: unknown }>(
    `select operation, digest, answer from palimpsest.idempotency
     where tenant_id = $1 and principal_id = $2 and key = $3`,
    [who.tenantId, who.id, claim.key],
  );
  return row === undefined ? undefined : sameCall(row, claim);
}

/** Claims the key inside the write's transaction; a second writer waits here, then gets the first one's answer. */
export async function claimKey(tx: Tx, who: Principal, claim: IdempotencyClaim): Promise<unknown> {
  const claimed = await tx.prepared(
    `insert into palimpsest.idempotency (tenant_id, principal_id, key, operation, digest)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning key`,
    [who.tenantId, who.id, claim.key, claim.operation, claim.digest],
  );
  return claimed.length === 1 ? undefined : findReplay(tx, who, claim);
}

export async function storeAnswer(
  tx: Tx,
  who: Principal,
  claim: IdempotencyClaim,
  answer: unknown,
): Promise<void> {
  await tx.prepared(
    `update palimpsest.idempotency set answer = $4::jsonb
     where tenant_id = $1 and principal_id = $2 and key = $3`,
    [who.tenantId, who.id, claim.key, JSON.stringify(answer)],
  );
}

function sameCall(row: Stored, claim: IdempotencyClaim): unknown {
  if (row.operation !== claim.operation || row.digest !== claim.digest) {
    throw new PalimpsestError(
      "IDEMPOTENCY_CONFLICT",
      "This Idempotency-Key was used for another request; use a new one.",
    );
  }
  return row.answer;
}

/** Deletes keys of the transaction's tenant that are older, and gives their number. Granted to the worker alone. */
export async function deleteIdempotencyKeys(tx: Tx, olderSeconds: number, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select palimpsest.delete_idempotency_keys(make_interval(secs => $1), $2) as n`,
    [olderSeconds, limit],
  );
  return row!.n;
}
