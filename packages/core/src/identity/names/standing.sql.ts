import type { Permission, PrincipalType, Role } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";

/** What the database knows of a principal now. */
export interface Standing {
  type: PrincipalType;
  /** The key that was asked for, if it is still good. */
  key?: { role: Role; scopes: Permission[]; teams: string[]; grants: string[] };
}

interface StandingRow {
  [column: string]: unknown;
  principal_type: PrincipalType;
  role: Role | null;
  scopes: Permission[] | null;
  teams: string[] | null;
  grants: string[] | null;
}

export async function findStanding(
  tx: Tx,
  tenantId: string,
  principalId: string,
  keyId: string | undefined,
): Promise<Standing | undefined> {
  const [row] = await tx.query<StandingRow>(
    `select p.type as principal_type, k.role, k.scopes, k.teams, k.grants
     from palimpsest.principal p
     left join palimpsest.api_key k
       on k.tenant_id = p.tenant_id and k.key_id = $3 and k.principal_id = p.principal_id and k.type = p.type
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
     where p.tenant_id = $1 and p.principal_id = $2`,
    [tenantId, principalId, keyId ?? null],
  );
  if (row === undefined) return undefined;
  const { principal_type: type, role, scopes, teams, grants } = row;
  return role === null ? { type } : { type, key: { role, scopes: scopes!, teams: teams!, grants: grants! } };
}
