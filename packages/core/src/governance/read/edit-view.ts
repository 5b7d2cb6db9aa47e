import type { Principal } from "../../identity/index.js";
import type { EditView } from "../edit.js";
import type { EditRow } from "./edit.sql.js";
import { mayShow, seesOriginals } from "./shown-text.js";

/** An edit as it is shown: its text is withheld from those whom the memory would not show it to. */
export function viewOf(who: Principal, edit: EditRow): EditView {
  const { text } = edit.patch;
  const shown = text === undefined || mayShowText(who, edit, text);
  return {
    edit_id: edit.edit_id,
    target_type: edit.kind as EditView["target_type"],
    target_id: edit.memory_id,
    op: edit.op,
    reason: edit.reason,
    patch: (shown ? edit.patch : { ...edit.patch, text: null }) as EditView["patch"],
    proposed_by: edit.proposer_type,
    proposer_id: edit.proposer_id,
    approved_by: edit.status === "approved" ? edit.decided_by : null,
    status: edit.status,
    cascade: edit.cascade,
    created_at: edit.created_at,
    applied_at: edit.status === "approved" ? edit.decided_at : null,
    decided_at: edit.decided_at,
  };
}

/** An old amend may hold what a later edit took out of sight. */
function mayShowText(who: Principal, edit: EditRow, text: string): boolean {
  if (seesOriginals(who)) return true;
  const own = edit.status !== "approved" && edit.proposer_id === who.id;
  return mayShow(who, edit) && (own || text === edit.text);
}
