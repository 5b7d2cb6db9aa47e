import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { deletedDocumentOf } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { type LiveEdit, undoneEdits } from "../read/edits/live-edits.sql.js";
import type { Planned } from "./plan.js";

type Edit = Pick<Planned, "op" | "patch" | "target" | "proposed">;

/**
 * Refuses an edit that could change nothing: an amendment of what is retracted, a restore of what is not edited. Gives
 * the edits that a restore undoes.
 */
export async function assertApplicable(tx: Tx, who: Principal, edit: Edit): Promise<LiveEdit[] | undefined> {
  if (edit.op === "amend" && edit.target.retracted) throw retracted(edit);
  if (edit.op !== "restore") return undefined;
  if (edit.target.id.startsWith("art_")) await refuseDeleted(tx, edit);
  return undoneBy(tx, who, edit);
}

/** A passage alone would be found by searches, and its document would not be there. */
async function refuseDeleted(tx: Tx, { target }: Edit): Promise<void> {
  const uid = await deletedDocumentOf(tx, target.id);
  if (uid === undefined) return;
  throw new PalimpsestError(
    "CONFLICT",
    `The document of this passage was deleted. Restore the document (${uid}, target_type artifact) instead.`,
  );
}

export const retracted = ({ target, proposed }: Edit): PalimpsestError =>
  new PalimpsestError(
    "CONFLICT",
    proposed
      ? `The memory was retracted after this edit was proposed. Restore the memory (${target.id}) first, or reject the edit.`
      : `The memory (${target.id}) is retracted, so there is nothing to amend. Restore it first, or write a new one.`,
  );

async function undoneBy(tx: Tx, who: Principal, { target, patch, proposed }: Edit): Promise<LiveEdit[]> {
  const undone = target.edit_count > 0 ? await undoneEdits(tx, who, target, patch) : [];
  if (undone.length > 0) return undone;
  const what =
    patch.edit_id === undefined ? "Nothing that this would undo is" : "The edit that this would undo is not";
  throw new PalimpsestError(
    "CONFLICT",
    target.edit_count === 0
      ? "Nothing was edited here, so there is nothing to restore."
      : `${what} in force any more: it was undone before, or it is a restore itself. Nothing was changed${proposed ? "; reject this edit" : ""}.`,
  );
}
