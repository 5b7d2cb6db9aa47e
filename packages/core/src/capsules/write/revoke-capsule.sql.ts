import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** When the capsule was revoked, now or before; undefined if the caller neither made nor governs it. */
export async function closeCapsule(tx: Tx, capsuleId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ revoked_at: Date | null }>(
    `select palimpsest.revoke_capsule($1) as revoked_at`,
    [capsuleId],
  );
  return row?.revoked_at ?? undefined;
}

/** Who made a capsule; undefined if the caller cannot see it. */
export async function authorOf(tx: Tx, who: Principal, capsuleId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ author_id: string }>(
    `select author_id from palimpsest.capsule where tenant_id = $1 and memory_id = $2`,
    [who.tenantId, capsuleId],
  );
  return row?.author_id;
}
