import type { PrincipalType } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";

/** Records that this id belongs to a principal of this type. If it belongs to another type already, gives that type. */
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

export async function createTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.query(`insert into palimpsest.tenant (tenant_id) values ($1) on conflict do nothing`, [tenantId]);
}

/** Memories that one statement deletes: few enough for the embedded engine to stay well below the limit of a statement. */
const deletedAtOnce = 500;

/** Deletes the transaction's tenant with all that it holds. */
export async function eraseTenant(tx: Tx, tenantId: string): Promise<void> {
  let last: string | null = "";
  while (last !== null) {
    const [row]: { last: string | null }[] = await tx.query(
      `select palimpsest.delete_tenant_memories($1, $2, $3) as last`,
      [tenantId, last, deletedAtOnce],
    );
    last = row!.last;
  }
  for (let part = 0; part < 16; part++) {
    await tx.query(`select palimpsest.delete_tenant_postings($1, $2)`, [tenantId, part]);
  }
  await tx.query(`select palimpsest.delete_tenant($1)`, [tenantId]);
}

/** The key of the tenant's text digests; undefined if there is no such tenant. */
export async function findDigestKey(tx: Tx, tenantId: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ digest_key: Buffer }>(
    `select digest_key from palimpsest.tenant where tenant_id = $1`,
    [tenantId],
  );
  return row?.digest_key;
}

/** The readers among these who have never called, in the given order. Teams never call and are left out. */
export async function unseenReaders(tx: Tx, who: Principal, readers: string[]): Promise<string[]> {
  const rows = await tx.query<{ reader: string }>(
    `select reader from unnest($2::text[]) with ordinality as named(reader, n)
     where not starts_with(reader, 'team:') and not exists (
       select 1 from palimpsest.principal p where p.tenant_id = $1 and p.principal_id = reader)
     order by n`,
    [who.tenantId, readers],
  );
  return rows.map(({ reader }) => reader);
}

/** The principal that the key names, as type:id; null if it is unknown. */
export const principalSource = ({ tenant, id }: { tenant: string; id: string }): string =>
  `(select p.type || ':' || p.principal_id from palimpsest.principal p
    where p.tenant_id = ${tenant} and p.principal_id = ${id})`;

/** The people of a tenant as writers: human:id. */
export const peopleOf = (tenant: string): string =>
  `select 'human:' || p.principal_id from palimpsest.principal p where p.tenant_id = ${tenant} and p.type = 'human'`;

/** Everybody else who may have written. */
export const machinesOf = (tenant: string): string =>
  `select p.type || ':' || p.principal_id as writer from palimpsest.principal p
   where p.tenant_id = ${tenant} and p.type <> 'human'`;
