import type { Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";

/** Those of these memories whose last restore a person made or approved, each with that person's id. */
export async function restoredByPeople(tx: Tx, who: Principal, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<{ memory_id: string; actor_type: string; actor_id: string }>(
    `select distinct on (v.memory_id) v.memory_id, v.actor_type, v.actor_id
     from palimpsest.memory_edit_event v
     join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
     where v.tenant_id = $1 and v.memory_id = any ($2) and v.status = 'approved' and e.op = 'restore'
     order by v.memory_id, v.seq desc`,
    [who.tenantId, ids],
  );
  return new Map(
    rows
      .filter(({ actor_type }) => actor_type === "human")
      .map(({ memory_id, actor_id }) => [memory_id, actor_id]),
  );
}
