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
