import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
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
  return edit.op === "restore" ? undoneBy(tx, who, edit) : undefined;
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
