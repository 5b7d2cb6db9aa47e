/** The ops of the edits that were applied to memories after a moment, as rows (memory_id, ops). */
export const opsSince = ({
  tenant,
  memoryIds,
  at,
}: {
  tenant: string;
  memoryIds: string;
  at: string;
}): string => `
  select v.memory_id, array_agg(distinct e.op order by e.op) as ops
  from palimpsest.memory_edit_event v
  join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
  where v.tenant_id = ${tenant} and v.memory_id = any (${memoryIds}) and v.status = 'approved'
    and v.at > ${at}::timestamptz
  group by v.memory_id`;
