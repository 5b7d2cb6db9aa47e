import type { Database } from "../db/database.js";
import type { Principal } from "./principal.js";

interface KnownTenant {
  digestKey: Buffer;
  principals: Set<string>;
}

const known = new WeakMap<Database, Map<string, KnownTenant>>();

/** A tenant and a principal come into being on first sight of a valid credential; after that nothing is written. */
export async function ensurePrincipal(db: Database, who: Principal): Promise<void> {
  const tenant = known.get(db)?.get(who.tenantId);
  if (tenant?.principals.has(who.id)) return;
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
  remember(db, who, digestKey);
}

/** The key of this tenant's digests. The tenant has been seen, for its principal was authenticated. */
export function digestKey(db: Database, tenantId: string): Buffer {
  return known.get(db)!.get(tenantId)!.digestKey;
}

function remember(db: Database, who: Principal, digestKey: Buffer): void {
  const tenants = known.get(db) ?? new Map<string, KnownTenant>();
  known.set(db, tenants);
  const tenant = tenants.get(who.tenantId) ?? { digestKey, principals: new Set<string>() };
  tenants.set(who.tenantId, tenant);
  // Bounded, so that a flood of made-up local identities cannot grow it for ever.
  if (tenant.principals.size > 10_000) tenant.principals.clear();
  const [oldest] = tenants.keys();
  if (tenants.size > 10_000 && oldest !== undefined) tenants.delete(oldest);
  tenant.principals.add(who.id);
}
