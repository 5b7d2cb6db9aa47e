import {
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
  type Permission,
  type PrincipalType,
  type Role,
  rolePermissions,
} from "@palimpsest/contract";
import {
  assertPrincipalName,
  claimName,
  hashKey,
  newId,
  newKey,
  type Principal,
  takenBy,
} from "../identity/index.js";
import type { OperationContext } from "../services.js";

export async function createKey(context: OperationContext, input: InputOf<PalimpsestContract["createKey"]>) {
  const { who } = context;
  assertPrincipalName(input.principal);
  assertHoldsAll(who, input);
  const [id, key] = [newId("key"), newKey()];
  return context.write(async (tx) => {
    const holder = { tenantId: who.tenantId, id: input.principal, type: input.type };
    const other = await claimName(tx, holder);
    if (other !== undefined) throw new PalimpsestError("CONFLICT", takenBy(holder.id, holder.type, other));
    const [row] = await tx.query<{ expires_at: Date | null }>(
      `insert into palimpsest.api_key (tenant_id, key_id, principal_id, type, role, hash, scopes, teams, grants, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(days => $10::integer))
       returning expires_at`,
      [
        who.tenantId,
        id,
        input.principal,
        input.type,
        input.role,
        hashKey(key),
        input.scopes,
        input.teams,
        input.grants,
        input.expires_in_days ?? null,
      ],
    );
    context.touched([id, input.principal]);
    return {
      key_id: id,
      key,
      tenant_id: who.tenantId,
      principal_id: input.principal,
      type: input.type,
      role: input.role,
      expires_at: row!.expires_at?.toISOString() ?? null,
    };
  });
}

/** A key opens no more than its maker's own credential does: what a scope closed stays closed. */
function assertHoldsAll({ permissions }: Principal, { role, scopes }: { role: Role; scopes: Permission[] }) {
  const wanted = rolePermissions[role].filter((p) => scopes.length === 0 || scopes.includes(p));
  const missing = wanted.filter((p) => !permissions.has(p));
  if (missing.length === 0) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    `A key cannot hold more than its maker, who lacks ${missing.join(", ")}. Narrow it with scopes, or ask a whole admin.`,
  );
}

interface KeyRow {
  [column: string]: unknown;
  key_id: string;
  principal_id: string;
  type: PrincipalType;
  role: Role;
  scopes: Permission[];
  teams: string[];
  grants: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export async function listKeys(context: OperationContext) {
  const rows = await context.read((tx) =>
    tx.query<KeyRow>(
      `select key_id, principal_id, type, role, scopes, teams, grants, created_at, expires_at, revoked_at,
         last_used_at
       from palimpsest.api_key where tenant_id = $1 order by created_at desc, key_id desc limit 1000`,
      [context.who.tenantId],
    ),
  );
  return {
    keys: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Revoking twice gives the first moment again. */
export async function revokeKey(context: OperationContext, input: InputOf<PalimpsestContract["revokeKey"]>) {
  return context.write(async (tx) => {
    const [row] = await tx.query<{ revoked_at: Date }>(
      `update palimpsest.api_key set revoked_at = coalesce(revoked_at, clock_timestamp())
       where tenant_id = $1 and key_id = $2 returning revoked_at`,
      [context.who.tenantId, input.key_id],
    );
    if (!row) throw notFound("key");
    context.touched([input.key_id]);
    return { key_id: input.key_id, revoked_at: row.revoked_at.toISOString() };
  });
}
