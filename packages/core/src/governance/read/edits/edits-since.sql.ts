import type { Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";

/** The edits that were applied to memories after a moment, in their order, as rows (memory_id, edits). */
export const editsSince = (given: {
  tenant: string;
  memoryIds: string;
  at: string;
  snapshot: string;
}): string => `
  select v.memory_id, jsonb_agg(jsonb_build_object('edit_id', e.edit_id, 'op', e.op) order by v.seq) as edits
  from palimpsest.memory_edit_event v
  join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
  where v.tenant_id = ${given.tenant} and v.memory_id = any (${given.memoryIds}) and v.status = 'approved'
    and not palimpsest.was_committed(v.transaction_id, v.at, ${given.snapshot}::pg_snapshot, ${given.at}::timestamptz)
  group by v.memory_id`;

/** Whether the words of one of these memories were changed after a moment. */
export async function amendedSince(tx: Tx, who: Principal, ids: string[], at: string): Promise<boolean> {
  const [row] = await tx.query<{ amended: boolean }>(
    `select exists (
       select 1 from palimpsest.memory_edit_event v
       join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
       where v.tenant_id = $1 and v.memory_id = any ($2) and v.status = 'approved' and v.at > $3::timestamptz
         and (e.op = 'amend' or e.op = 'restore' and coalesce(e.patch->>'op', 'amend') = 'amend'
           and exists (
             select 1 from palimpsest.memory_edit a
             where a.tenant_id = e.tenant_id and a.memory_id = e.memory_id and a.op = 'amend'
               and a.edit_id = coalesce(e.patch->>'edit_id', a.edit_id)))) as amended`,
    [who.tenantId, ids, at],
  );
  return row!.amended;
}
