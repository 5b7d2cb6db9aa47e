import { iso, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../identity/index.js";
import type { MemoryRow } from "../memory.js";
import type { AsOf } from "../past/as-of.sql.js";

/** An edit that waits for a decision. */
export interface PendingEdit {
  edit_id: string;
  op: string;
  /** As type:id. */
  proposed_by: string;
  created_at: string;
}

/** So many of one memory are shown. */
const mostOfEach = 20;

/**
 * The edits of these memories that wait, or waited at a moment, by the ids of the memories: those that the reader
 * proposed, and for people all of them.
 */
export async function pendingEdits(
  tx: Tx,
  reader: Principal,
  rows: readonly Pick<MemoryRow, "id" | "edit_waits">[],
  asOf?: Pick<AsOf, "at" | "snapshot">,
): Promise<Map<string, PendingEdit[]>> {
  const found = new Map<string, PendingEdit[]>();
  const ids = [...new Set(rows.filter((row) => row.edit_waits !== false).map(({ id }) => id))];
  if (ids.length === 0) return found;
  const edits = await tx.prepared<PendingEdit & { memory_id: string }>(
    `select e.memory_id, e.edit_id, e.op, e.proposer_type || ':' || e.proposer_id as proposed_by,
       ${iso("e.created_at")} as created_at
     from palimpsest.pending_edits($1, $2, $3, $4::timestamptz, $5::pg_snapshot) e`,
    [ids, reader.id, reader.type === "human", asOf?.at ?? null, asOf?.snapshot ?? null],
  );
  for (const { memory_id, ...edit } of edits) {
    const known = found.get(memory_id);
    if (known) known.push(edit);
    else found.set(memory_id, [edit]);
  }
  for (const [id, all] of found) found.set(id, firstOf(all, writerOf(reader)));
  return found;
}

/** In their order; where there are too many, the reader's own and those of many proposers rather than many of one. */
function firstOf(edits: PendingEdit[], reader: string): PendingEdit[] {
  if (edits.length <= mostOfEach) return edits;
  const counts = new Map<string, number>();
  const ranked = edits.map((edit) => {
    const nth = counts.get(edit.proposed_by) ?? 0;
    counts.set(edit.proposed_by, nth + 1);
    return { edit, nth: edit.proposed_by === reader ? -1 : nth };
  });
  const shown = new Set(
    ranked
      .toSorted((a, b) => a.nth - b.nth)
      .slice(0, mostOfEach)
      .map(({ edit }) => edit),
  );
  return edits.filter((edit) => shown.has(edit));
}

/** What an answer says of a memory's edits that wait; nothing if there are none. */
export const shownPending = (
  pending: ReadonlyMap<string, PendingEdit[]>,
  id: string,
): { pending_edits?: PendingEdit[] } => {
  const edits = pending.get(id);
  return edits === undefined ? {} : { pending_edits: edits };
};
