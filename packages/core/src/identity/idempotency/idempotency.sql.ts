import { PalimpsestError } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";

export interface IdempotencyClaim {
  key: string;
  operation: string;
  /** Keyed digest of the body: the same key with another body is a conflict. */
  digest: string;
}

/** The answer of an earlier call, and when that was given. */
export interface Answered {
  answer: unknown;
  at: string;
}

/** What an earlier call with a key has left: its answer, or the error that this call is another one. */
export type Earlier = Answered | PalimpsestError;

/** By key, what earlier calls with these keys have left. */
export async function findReplays(
  tx: Tx,
  who: Principal,
  claims: IdempotencyClaim[],
): Promise<Map<string, Earlier>> {
  if (claims.length === 0) return new Map();
  const rows = await tx.prepared<Answered & { key: string; operation: string; digest: string }>(
    `select key, operation, digest, answer, ${iso("created_at")} as at from palimpsest.idempotency
     where tenant_id = $1 and principal_id = $2 and key = any ($3)`,
    [who.tenantId, who.id, claims.map(({ key }) => key)],
  );
  const claimed = new Map(claims.map((claim) => [claim.key, claim]));
  return new Map(
    rows.map(({ key, operation, digest, answer, at }) => {
      const claim = claimed.get(key)!;
      const same = operation === claim.operation && digest === claim.digest;
      return [key, same ? { answer, at } : idempotencyConflict()];
    }),
  );
}

export const idempotencyConflict = () =>
  new PalimpsestError(
    "IDEMPOTENCY_CONFLICT",
    "This Idempotency-Key was used for another request; use a new one.",
  );

/** The stored answer of an earlier call with this key, or undefined if there was none. */
export async function findReplay(
  tx: Tx,
  who: Principal,
  claim: IdempotencyClaim,
): Promise<Answered | undefined> {
  const [earlier] = (await findReplays(tx, who, [claim])).values();
  if (earlier instanceof PalimpsestError) throw earlier;
  return earlier;
}

/**
 * Claims keys inside the write's transaction, in one order for all writers. A second writer waits here; what the first
 * one has left is given by key.
 */
export async function claimKeys(
  tx: Tx,
  who: Principal,
  claims: IdempotencyClaim[],
): Promise<Map<string, Earlier>> {
  if (claims.length === 0) return new Map();
  const claimed = await tx.prepared<{ key: string }>(
    `insert into palimpsest.idempotency (tenant_id, principal_id, key, operation, digest)
     select $1, $2, key, operation, digest
     from unnest($3::text[], $4::text[], $5::text[]) as given(key, operation, digest) order by key
     on conflict do nothing returning key`,
    [
      who.tenantId,
      who.id,
      claims.map(({ key }) => key),
      claims.map(({ operation }) => operation),
      claims.map(({ digest }) => digest),
    ],
  );
  const own = new Set(claimed.map(({ key }) => key));
  return findReplays(
    tx,
    who,
    claims.filter(({ key }) => !own.has(key)),
  );
}

/** Claims one key; gives the answer of an earlier call with it. */
export async function claimKey(
  tx: Tx,
  who: Principal,
  claim: IdempotencyClaim,
): Promise<Answered | undefined> {
  const [earlier] = (await claimKeys(tx, who, [claim])).values();
  if (earlier instanceof PalimpsestError) throw earlier;
  return earlier;
}

export async function storeAnswers(
  tx: Tx,
  who: Principal,
  answers: { key: string; answer: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx.prepared(
    `update palimpsest.idempotency i set answer = given.answer::jsonb, created_at = clock_timestamp()
     from unnest($3::text[], $4::text[]) as given(key, answer)
     where i.tenant_id = $1 and i.principal_id = $2 and i.key = given.key`,
    [
      who.tenantId,
      who.id,
      answers.map(({ key }) => key),
      answers.map(({ answer }) => JSON.stringify(answer)),
    ],
  );
}

/** Puts something else into kept answers of these operations, of any caller of the tenant, that are about this. */
export async function changeAnswers(
  tx: Tx,
  { tenantId }: Pick<Principal, "tenantId">,
  { operations, about, instead }: { operations: string[]; about: object; instead: object },
): Promise<void> {
  await tx.prepared(
    `update palimpsest.idempotency set answer = answer || $4::jsonb
     where tenant_id = $1 and operation = any ($2) and answer @> $3::jsonb`,
    [tenantId, operations, JSON.stringify(about), JSON.stringify(instead)],
  );
}

/** Deletes keys of the transaction's tenant that are older, and gives their number. Granted to the worker alone. */
export async function deleteIdempotencyKeys(tx: Tx, olderSeconds: number, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select palimpsest.delete_idempotency_keys(make_interval(secs => $1), $2) as n`,
    [olderSeconds, limit],
  );
  return row!.n;
}
