import type { PrincipalType } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import { findPrincipal, type SuspendedRow } from "./suspend.sql.js";

/** The principals of the tenant, by id, after one. */
export function readPrincipals(
  tx: Tx,
  who: Principal,
  after: string,
  limit: number,
): Promise<SuspendedRow[]> {
  return tx.query<SuspendedRow>(
    `select principal_id, type, ${iso("suspended_at")} as suspended_at, suspended_by, suspended_reason
     from palimpsest.principal where tenant_id = $1 and principal_id > $2 order by principal_id limit $3`,
    [who.tenantId, after, limit],
  );
}

export interface MovedPrincipal {
  principal_id: string;
  principal_type: PrincipalType;
  suspended_at?: string;
  suspended_by?: string;
  suspended_reason?: string;
}

/** Takes over a principal, suspended if it is. Gives the one that has its name here, if one has. */
export async function movePrincipal(
  tx: Tx,
  who: Principal,
  { principal_id, principal_type, suspended_at, suspended_by, suspended_reason }: MovedPrincipal,
): Promise<SuspendedRow | undefined> {
  const inserted = await tx.query(
    `insert into palimpsest.principal (tenant_id, principal_id, type, suspended_at, suspended_by, suspended_reason)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning principal_id`,
    [
      who.tenantId,
      principal_id,
      principal_type,
      suspended_at ?? null,
      suspended_by ?? null,
      suspended_reason ?? null,
    ],
  );
  return inserted.length > 0 ? undefined : findPrincipal(tx, who, principal_id);
}
