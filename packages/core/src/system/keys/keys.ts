import { type InputOf, notFound, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import {
  assertPrincipalName,
  claimName,
  closeKey,
  closeMadeWith,
  hashKey,
  insertKey,
  latestKeys,
  newId,
  newKey,
  takenBy,
} from "../../identity/index.js";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { assertWithinMaker, withinMaker } from "./within-maker.js";

export async function createKey(context: OperationContext, input: InputOf<PalimpsestContract["createKey"]>) {
  const { who } = context;
  const { principal: principalId, type, role, teams, grants } = input;
  assertPrincipalName(principalId);
  if (principalId !== who.id) context.actsFor(`${type}:${principalId}`);
  assertWithinMaker(who, input);
  const [id, key] = [newId("key"), newKey()];
  return context.write(async (tx) => {
    const holder = { tenantId: who.tenantId, id: principalId, type };
    const other = await claimName(tx, holder);
    if (other !== undefined) throw new PalimpsestError("CONFLICT", takenBy(principalId, type, other));
    const { scopes, expires_at } = await withinMaker(tx, who, input);
    await insertKey(tx, who, {
      key_id: id,
      principal_id: principalId,
      type,
      role,
      teams,
      grants,
      scopes,
      hash: hashKey(key),
      expires_at,
    });
    context.touched([id, principalId]);
    return {
      key_id: id,
      key,
      tenant_id: who.tenantId,
      principal_id: principalId,
      type,
      role,
      expires_at: expires_at?.toISOString() ?? null,
    };
  });
}

export async function listKeys(context: OperationContext, input: InputOf<PalimpsestContract["listKeys"]>) {
  const page = pageOf(context, "listKeys", input);
  const found = await context.read((tx) => latestKeys(tx, context.who, page));
  const { shown, next } = page.cut(found, ({ position, key_id }) => [position, key_id]);
  return {
    keys: shown.map(({ position: _, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    ...next,
  };
}

/** Revoking twice gives the time of the first. */
export async function revokeKey(context: OperationContext, input: InputOf<PalimpsestContract["revokeKey"]>) {
  const { key_id, keep_made } = input;
  return context.write(async (tx) => {
    const revokedAt = await closeKey(tx, context.who, key_id);
    if (revokedAt === undefined) throw notFound("key");
    const also = keep_made ? [] : await closeMadeWith(tx, context.who, key_id);
    context.touched([key_id, ...also]);
    return { key_id, revoked_at: revokedAt.toISOString(), also_revoked: also };
  });
}
