import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Planned } from "../apply/plan.js";

/** A pending edit that the caller has already proposed, equal in all but its reason. */
export async function findSamePending(tx: Tx, who: Principal, edit: Planned): Promise<string | undefined> {
  const [row] = await tx.query<{ edit_id: string }>(
    `select e.edit_id from palimpsest.memory_edit e
     join palimpsest.memory_edit_pending p on p.tenant_id = e.tenant_id and p.edit_id = e.edit_id
     where e.tenant_id = $1 and e.memory_id = $2 and e.proposer_id = $3 and e.op = $4 and e.patch = $5::jsonb
       and e.cascade = $6
     order by e.created_at, e.edit_id limit 1`,
    [who.tenantId, edit.target.id, who.id, edit.op, JSON.stringify(edit.patch), edit.cascade],
  );
  return row?.edit_id;
}
