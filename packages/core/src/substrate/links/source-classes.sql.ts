import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** The classes of these memories, as far as the caller may see them. */
export async function sourceClasses(tx: Tx, who: Principal, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ boundary_class: string }>(
    `select distinct m.boundary_class from palimpsest.memory m where m.tenant_id = $1 and m.id = any ($2)`,
    [who.tenantId, ids],
  );
  return rows.map(({ boundary_class }) => boundary_class);
}
