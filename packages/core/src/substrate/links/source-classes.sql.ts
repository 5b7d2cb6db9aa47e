import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { BoundaryClass } from "../../policy/index.js";

/** The class of each of these memories, as far as the caller may see them. */
export async function sourceClasses(
  tx: Tx,
  who: Principal,
  ids: readonly string[],
): Promise<Map<string, BoundaryClass>> {
  const rows = await tx.query<{ id: string; boundary_class: BoundaryClass }>(
    `select m.id, m.boundary_class from palimpsest.memory m where m.tenant_id = $1 and m.id = any ($2)`,
    [who.tenantId, ids],
  );
  return new Map(rows.map(({ id, boundary_class }) => [id, boundary_class]));
}
