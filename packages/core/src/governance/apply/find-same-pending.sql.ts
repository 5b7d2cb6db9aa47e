import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Planned } from "./plan.js";

/** Pending edits that the caller has already proposed, equal in all but their reason, by the id of the memory. */
export async function findSamePending(
  tx: Tx,
  who: Principal,
  edits: Planned[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ memory_id: string; edit_id: string }>(
    `select distinct on (e.memory_id) e.memory_id, e.edit_id
     from jsonb_to_recordset($3::jsonb) as i(memory_id text, op text, patch jsonb, cascade text)
     join palimpsest.memory_edit e on e.tenant_id = $1 and e.memory_id = i.memory_id
       and e.op = i.op and e.patch = i.patch and e.cascade = i.cascade
     join palimpsest.memory_edit_pending p on p.tenant_id = e.tenant_id and p.edit_id = e.edit_id
     where e.proposer_id = $2
     order by e.memory_id, e.created_at, e.edit_id`,
    [
      who.tenantId,
      who.id,
      JSON.stringify(
        edits.map(({ target, op, patch, cascade }) => ({ memory_id: target.id, op, patch, cascade })),
      ),
    ],
  );
  return new Map(found.map(({ memory_id, edit_id }) => [memory_id, edit_id]));
}

/** How many edits of the caller wait, counted up to a limit. */
export async function countPending(tx: Tx, who: Principal, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from (
       select 1 from palimpsest.memory_edit_pending p
       join palimpsest.memory_edit e on e.tenant_id = p.tenant_id and e.edit_id = p.edit_id
       where p.tenant_id = $1 and e.proposer_id = $2 and e.proposer_type = $3 limit $4) w`,
    [who.tenantId, who.id, who.type, limit],
  );
  return row!.n;
}
