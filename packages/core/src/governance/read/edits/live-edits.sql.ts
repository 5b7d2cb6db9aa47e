import { iso, type Rows, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { Op, Patch } from "../../edit.js";
import type { Target } from "../target.js";

/** An edit in force: approved, and not undone since. */
export interface LiveEdit {
  [column: string]: unknown;
  memory_id: string;
  edit_id: string;
  op: Op;
  proposer_type: string;
  proposer_id: string;
  /** Whether a reviewer or an admin decided on it; null if that was not yet recorded. */
  by_reviewer: boolean | null;
}

export type OwnEdit = LiveEdit & Pick<Rows["memory_edit"], "caused_by" | "cascade"> & { at: string };

/** Whether a restore undoes an edit; what its patch leaves out fits every edit. The fold says the same. */
const undoes = (restore: string, edit: string) => `
  (${restore}->>'op' is null or ${restore}->>'op' = ${edit}.op)
  and (${restore}->>'channel' is null or ${restore}->>'channel' = ${edit}.patch->>'channel')
  and (${restore}->>'edit_id' is null or ${restore}->>'edit_id' = ${edit}.edit_id)`;

/** Those edits in force on memories that a restore with this patch would undo. */
export const liveEdits = (tx: Tx, who: Principal, ids: string[], patch: Patch): Promise<OwnEdit[]> =>
  tx.query<OwnEdit>(
    `select v.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, v.by_reviewer, e.caused_by, e.cascade,
       ${iso("v.at")} as at
     from palimpsest.memory_edit_event v
     join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
     where v.tenant_id = $1 and v.memory_id = any ($2) and v.status = 'approved' and e.op <> 'restore'
       and ${undoes("$3::jsonb", "e")}
       and not exists (
         select 1 from palimpsest.memory_edit_event rv
         join palimpsest.memory_edit r on r.tenant_id = rv.tenant_id and r.edit_id = rv.edit_id
         where rv.tenant_id = v.tenant_id and rv.memory_id = v.memory_id and rv.status = 'approved'
           and r.op = 'restore' and rv.seq > v.seq and ${undoes("r.patch", "e")})
     order by v.seq`,
    [who.tenantId, ids, JSON.stringify(patch)],
  );

/** Those of one memory, which the caller may undo and perhaps not read. */
export const undoneEdits = (
  tx: Tx,
  who: Principal,
  { id, unread }: Pick<Target, "id" | "unread">,
  patch: Patch,
): Promise<LiveEdit[]> =>
  unread
    ? tx.query<LiveEdit>(`select * from palimpsest.undone_edits($1, $2::jsonb)`, [id, JSON.stringify(patch)])
    : liveEdits(tx, who, [id], patch);

/** The edits in force that these edits have caused in memories which the caller may undo. */
export const causedEdits = (tx: Tx, editIds: string[]): Promise<LiveEdit[]> =>
  tx.query<LiveEdit>(`select * from palimpsest.caused_edits($1)`, [editIds]);

/** The edits that wait and were proposed along with these, of memories which the caller may undo. */
export const causedPending = (tx: Tx, editIds: string[]): Promise<{ memory_id: string; edit_id: string }[]> =>
  tx.query(`select memory_id, edit_id from palimpsest.caused_pending($1)`, [editIds]);
