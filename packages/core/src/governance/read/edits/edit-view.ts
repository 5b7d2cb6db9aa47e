import { isDeepStrictEqual } from "node:util";
import type { Attributes } from "@palimpsest/contract";
import type { EditView } from "../../edit.js";
import type { Change } from "../changes.js";
import { mayShow, type Reader, seesOriginals, shownReason } from "../shown-text.js";
import type { EditRow } from "./edit.sql.js";

/** An edit as it is shown: its text is withheld from those whom the memory would not show it to. */
export function viewOf(reader: Reader, edit: EditRow, changes: Change[]): EditView {
  return {
    edit_id: edit.edit_id,
    target_type: edit.kind as EditView["target_type"],
    target_id: shownTarget(edit.memory_id),
    op: edit.op,
    reason: shownReason(reader, edit, edit.reason),
    patch: shownPatch(reader, edit),
    changes,
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

/** Callers name a document by its `uid_…`, of which each owner has one. */
const shownTarget = (id: string): string => (id.startsWith("uid_") ? id.split("::", 1)[0]! : id);

/** An old amendment may hold what a later edit took out of sight: only words that still stand are shown. */
function shownPatch(reader: Reader, edit: EditRow): EditView["patch"] {
  const { who } = reader;
  const { text, attributes, ...rest } = edit.patch;
  const own = edit.status !== "approved" && edit.proposer_id === who.id;
  const shown = (value: unknown, standing: unknown) =>
    seesOriginals(who) || (mayShow(reader, edit) && (own || isDeepStrictEqual(value, standing)))
      ? value
      : null;
  const patch: Attributes = { ...rest };
  if (text !== undefined) patch.text = shown(text, edit.text);
  if (attributes !== undefined) {
    patch.attributes = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, shown(value, edit.attributes[key])]),
    );
  }
  return patch as EditView["patch"];
}
