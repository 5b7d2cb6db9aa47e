import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** The memories made directly from any of these, as far as the caller may see them. */
export function madeFrom(
  tx: Tx,
  who: Principal,
  ids: string[],
  limit: number,
): Promise<{ id: string; kind: string }[]> {
  return tx.query<{ id: string; kind: string }>(
    `select distinct m.id, m.kind
     from palimpsest.memory_link l
     join palimpsest.memory m on m.tenant_id = l.tenant_id and m.id = l.from_id
     where l.tenant_id = $1 and l.type = 'derived_from' and l.to_id = any ($2)
     order by m.id limit $3`,
    [who.tenantId, ids, limit],
  );
}
