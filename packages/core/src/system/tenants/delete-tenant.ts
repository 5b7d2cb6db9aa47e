import { type InputOf, invalidField, type PalimpsestContract } from "@palimpsest/contract";
import { eraseTenant } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";

/** Deletes the caller's tenant. Its audit log goes too, so only the server's log keeps the fact. */
export async function deleteTenant(
  { services, who }: OperationContext,
  { confirm }: InputOf<PalimpsestContract["deleteTenant"]>,
) {
  const { audit, db, tenants, keptVectors } = services;
  if (confirm !== who.tenantId) {
    throw invalidField("confirm", "must be the id of the tenant, which is deleted with all that it holds");
  }
  // Entries of earlier calls would otherwise be written after the tenant has begun anew.
  await audit.flush();
  await db.transaction(who, (tx) => eraseTenant(tx, confirm));
  tenants.forget(confirm);
  keptVectors.clear();
  return { tenant_id: confirm, deleted: true as const };
}
