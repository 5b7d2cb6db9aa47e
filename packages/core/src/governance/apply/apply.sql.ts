import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Planned } from "./plan.js";

/** An edit and the further ones of the same memory. */
export const editsIn = ({ editId, patch, further = [] }: Planned) => [{ editId, patch }, ...further];

/** Writes the proposals, and queues them if they are pending. The memories do not change. */
export async function insertEdits(tx: Tx, who: Principal, edits: Planned[], wait: boolean): Promise<void> {
  await tx.prepared(
    `with edit as (
       insert into palimpsest.memory_edit
         (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id, cascade, twins, caused_by,
          rollback_id)
       select $1, i.edit_id, i.memory_id, i.op, i.patch, i.reason, $3, $4, i.cascade, i.twins, i.caused_by, i.rollback_id
       from jsonb_to_recordset($2::jsonb) as i(
         edit_id text, memory_id text, op text, patch jsonb, reason text, cascade text, twins text,
         caused_by text, rollback_id text)
       returning edit_id, memory_id)
     insert into palimpsest.memory_edit_pending (tenant_id, edit_id, memory_id)
     select $1, edit_id, memory_id from edit where $5`,
    [
      who.tenantId,
      JSON.stringify(
        edits.flatMap((edit) =>
          editsIn(edit).map(({ editId, patch }) => ({
            edit_id: editId,
            memory_id: edit.target.id,
            op: edit.op,
            patch,
            reason: edit.reason,
            cascade: edit.cascade,
            twins: edit.twins ?? "leave",
            caused_by: edit.causedBy ?? null,
            rollback_id: edit.rollbackId ?? null,
          })),
        ),
      ),
      who.type,
      who.id,
      wait,
    ],
  );
}

export interface Decision {
  editId: string;
  memoryId: string;
  note: string | undefined;
}

/** Decides edits that are still undecided; gives which ones those were, and when. */
export async function insertDecisions(
  tx: Tx,
  who: Principal,
  status: "approved" | "rejected",
  decisions: Decision[],
  rollbackId?: string,
): Promise<Map<string, string>> {
  const rows = await tx.prepared<{ edit_id: string; at: string }>(
    `with waits_no_longer as (
       delete from palimpsest.memory_edit_pending where tenant_id = $1 and edit_id = any ($2))
     insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note,
        rollback_id)
     select $1, i.edit_id, i.memory_id, $5, $3, $4, i.note, $8
     from unnest($2::text[], $6::text[], $7::text[]) as i(edit_id, memory_id, note)
     on conflict (tenant_id, edit_id) do nothing
     returning edit_id, ${iso("at")} as at`,
    [
      who.tenantId,
      decisions.map(({ editId }) => editId),
      who.type,
      who.id,
      status,
      decisions.map(({ memoryId }) => memoryId),
      decisions.map(({ note }) => note ?? null),
      rollbackId ?? null,
    ],
  );
  return new Map(rows.map(({ edit_id, at }) => [edit_id, at]));
}

/** How many edits of each memory are in force or were undone: what the memory counts once they are written into it. */
export async function approvedCounts(tx: Tx, who: Principal, ids: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ memory_id: string; n: number }>(
    `select memory_id, count(*)::integer as n from palimpsest.memory_edit_event
     where tenant_id = $1 and memory_id = any ($2) and status = 'approved' group by memory_id`,
    [who.tenantId, ids],
  );
  return new Map(rows.map(({ memory_id, n }) => [memory_id, n]));
}
