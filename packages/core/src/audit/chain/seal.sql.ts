import type { Database, Tx } from "../../db/index.js";

/** The state with which the database refuses to seal or to remove entries of a log that somebody has changed. */
export const logChanged = "PA007";

/** Seals the next entries of the transaction's tenant and gives their number. */
export async function sealEntries(tx: Tx, most: number): Promise<number> {
  const [row] = await tx.prepared<{ sealed: number }>("select palimpsest.seal_audit($1) as sealed", [most]);
  return row!.sealed;
}

/** Tenants with entries that have waited this long for whoever wrote them to have them sealed. */
export async function tenantsLeftUnsealed(db: Database, olderSeconds: number): Promise<string[]> {
  const rows = await db.worker((tx) =>
    tx.query<{ tenant_id: string }>(
      "select tenant_id from palimpsest.unsealed_tenants(make_interval(secs => $1), 1000)",
      [olderSeconds],
    ),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}
