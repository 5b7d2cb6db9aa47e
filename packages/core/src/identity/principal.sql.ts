import type { PrincipalType } from "@palimpsest/contract";
import type { Database, Tx } from "../db/index.js";
import type { Principal } from "../principal.js";
import { KnownPrincipals } from "./known-principals.js";
import { nameTaken } from "./name-taken.js";

const known = new WeakMap<Database, KnownPrincipals>();

/** Whoever has this id in the tenant is of this type, from now on if nobody had it; if not, gives the type it has. */
export async function claimName(
  tx: Tx,
  { tenantId, id, type }: Pick<Principal, "tenantId" | "id" | "type">,
): Promise<PrincipalType | undefined> {
  await tx.query(
    `insert into palimpsest.principal (tenant_id, principal_id, type) values ($1, $2, $3) on conflict do nothing`,
    [tenantId, id, type],
  );
  const [row] = await tx.query<{ type: PrincipalType }>(
    `select type from palimpsest.principal where tenant_id = $1 and principal_id = $2`,
    [tenantId, id],
  );
  return row!.type === type ? undefined : row!.type;
}

/**
 * A tenant and a principal come into being on first sight of a valid credential; after that nothing is written. One
 * whose name belongs to a principal of another type is refused: the name alone says whose private memories are read.
 */
export async function ensurePrincipal(db: Database, who: Principal): Promise<void> {
  const principals = known.get(db) ?? new KnownPrincipals();
  known.set(db, principals);
  if (principals.has(who)) return;
  const digestKey = await db.transaction(who, async (tx) => {
    await tx.query(`insert into palimpsest.tenant (tenant_id) values ($1) on conflict do nothing`, [
      who.tenantId,
    ]);
    const other = await claimName(tx, who);
    // The operator holds the database itself, and is not to be locked out by a name.
    if (other !== undefined && who.via !== "system") throw nameTaken(who, other);
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
