import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** What edits in force have changed in a memory: its text, or attributes. */
export interface EditedFields {
  [column: string]: unknown;
  memory_id: string;
  text: boolean;
  attributes: string[];
}

/** The fields of memories that edits in force have changed, except edits with this reason. */
export const editedFields = (
  tx: Tx,
  who: Principal,
  ids: string[],
  except: string,
): Promise<EditedFields[]> =>
  tx.query<EditedFields>(
    `select v.memory_id, bool_or(e.patch ? 'text') as text,
       coalesce(array_agg(distinct k.name) filter (where k.name is not null), '{}') as attributes
     from palimpsest.memory_edit_event v
     join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
     left join lateral jsonb_object_keys(e.patch->'attributes') as k(name) on true
     where v.tenant_id = $1 and v.memory_id = any ($2) and v.status = 'approved' and e.op = 'amend' and e.reason <> $3
       and not exists (
         select 1 from palimpsest.memory_edit_event rv
         join palimpsest.memory_edit r on r.tenant_id = rv.tenant_id and r.edit_id = rv.edit_id
         where rv.tenant_id = v.tenant_id and rv.memory_id = v.memory_id and rv.status = 'approved'
           and r.op = 'restore' and rv.seq > v.seq
           and (r.patch->>'op' is null or r.patch->>'op' = e.op)
           and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
     group by v.memory_id`,
    [who.tenantId, ids, except],
  );
