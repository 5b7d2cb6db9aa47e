import {
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
  type Permission,
  type Role,
  rolePermissions,
} from "@palimpsest/contract";
import {
  assertPrincipalName,
  claimName,
  closeKey,
  hashKey,
  insertKey,
  latestKeys,
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
    const expiresAt = await insertKey(tx, who, {
      ...input,
      key_id: id,
      principal_id: input.principal,
      hash: hashKey(key),
    });
    context.touched([id, input.principal]);
    return {
      key_id: id,
      key,
      tenant_id: who.tenantId,
      principal_id: input.principal,
      type: input.type,
      role: input.role,
      expires_at: expiresAt?.toISOString() ?? null,
    };
  });
}

/** A key has no permission that its maker's own credential lacks. */
function assertHoldsAll({ permissions }: Principal, { role, scopes }: { role: Role; scopes: Permission[] }) {
  const wanted = rolePermissions[role].filter((p) => scopes.length === 0 || scopes.includes(p));
  const missing = wanted.filter((p) => !permissions.has(p));
  if (missing.length === 0) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    `A key cannot hold more than its maker, who lacks ${missing.join(", ")}. Narrow it with scopes, or ask an admin whose key has no scopes.`,
  );
}

export async function listKeys(context: OperationContext) {
  const rows = await context.read((tx) => latestKeys(tx, context.who));
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

/** Revoking twice gives the time of the first. */
export async function revokeKey(context: OperationContext, input: InputOf<PalimpsestContract["revokeKey"]>) {
  return context.write(async (tx) => {
    const revokedAt = await closeKey(tx, context.who, input.key_id);
    if (revokedAt === undefined) throw notFound("key");
    context.touched([input.key_id]);
    return { key_id: input.key_id, revoked_at: revokedAt.toISOString() };
  });
}
