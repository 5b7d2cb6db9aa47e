import type { Tx } from "../../db/index.js";

/** When the capsule was revoked, now or before; undefined if it is not the caller's. */
export async function closeCapsule(tx: Tx, capsuleId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ revoked_at: Date | null }>(
    `select palimpsest.revoke_capsule($1) as revoked_at`,
    [capsuleId],
  );
  return row?.revoked_at ?? undefined;
}
