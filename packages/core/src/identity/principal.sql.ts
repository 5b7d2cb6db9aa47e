import type { Database } from "../db/database.js";
import { KnownPrincipals } from "./known-principals.js";
import type { Principal } from "./principal.js";

const known = new WeakMap<Database, KnownPrincipals>();

/** A tenant and a principal come into being on first sight of a valid credential; after that nothing is written. */
export async function ensurePrincipal(db: Database, who: Principal): Promise<void> {
  const principals = known.get(db) ?? new KnownPrincipals();
  known.set(db, principals);
  if (principals.has(who)) return;
  const digestKey = await db.transaction(who, async (tx) => {
    await tx.query(`insert into palimpsest.tenant (tenant_id) values ($1) on conflict do nothing`, [
      who.tenantId,
    ]);
    await tx.query(
      `insert into palimpsest.principal (tenant_id, principal_id, type) values ($1, $2, $3) on conflict do nothing`,
      [who.tenantId, who.id, who.type],
    );
    const [row] = await tx.query<{ digest_key: Buffer }>(
      `select digest_key from palimpsest.tenant where tenant_id = $1`,
      [who.tenantId],
    );
    return row!.digest_key;
  });
  principals.add(who, digestKey);
}

/** The key of this tenant's digests, which is at hand for as long as the principal whom `authenticate` gave is held. */
export function digestKey(db: Database, tenantId: string): Buffer {
  const key = known.get(db)?.digestKey(tenantId);
  if (key === undefined) throw new Error("Nobody of this tenant has been authenticated on this database.");
  return key;
}
