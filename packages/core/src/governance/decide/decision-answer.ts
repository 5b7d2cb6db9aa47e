import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { countReached, type EditRow } from "../read/edits/edit.sql.js";

export type Decided = OutputOf<PalimpsestContract["approveEdit"]>;

/** The answer about an edit that has been decided; the same each time. */
export async function decidedAnswer(tx: Tx, edit: EditRow): Promise<Decided> {
  const approved = edit.status === "approved";
  return {
    edit_id: edit.edit_id,
    status: edit.status,
    approved_by: approved ? edit.decided_by : null,
    applied_at: approved ? edit.decided_at : null,
    ...(approved ? await countReached(tx, edit.edit_id) : { cascaded: 0, twins: 0, waiting: 0 }),
  };
}
