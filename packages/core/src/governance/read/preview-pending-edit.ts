import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { findDecidable, touchedBy } from "./edits/unread-edits.sql.js";
import { type Preview, previewOf } from "./preview.js";
import { findTarget } from "./target.js";

export async function previewPendingEdit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["previewPendingEdit"]>,
): Promise<Preview> {
  return context.read(async (tx) => {
    const edit = await findDecidable(tx, context.who, input.edit_id);
    context.touched(touchedBy(edit));
    if (edit.status !== "pending") {
      throw new PalimpsestError("CONFLICT", `This edit is ${edit.status}; see it with edit get.`);
    }
    if (edit.unread) throw unread();
    const target = await findTarget(tx, context.who, edit.memory_id, "memory");
    return previewOf(tx, context, target, { ...edit, own: edit.proposer_id === context.who.id });
  });
}

const unread = () =>
  new PalimpsestError(
    "FORBIDDEN",
    "You may not read this memory, so its text is not shown. You may still approve or reject the edit by its reason.",
  );
