import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { findEdit } from "./edits/edit.sql.js";
import { type Preview, previewOf } from "./preview.js";
import { findTarget } from "./target.js";

export async function previewPendingEdit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["previewPendingEdit"]>,
): Promise<Preview> {
  return context.read(async (tx) => {
    const edit = await findEdit(tx, context.who, input.edit_id);
    context.touched([edit.edit_id, edit.memory_id]);
    if (edit.status !== "pending") {
      throw new PalimpsestError("CONFLICT", `This edit is ${edit.status}; see it with edit get.`);
    }
    const target = await findTarget(tx, context.who, edit.memory_id, "memory");
    return previewOf(tx, context, target, { ...edit, own: edit.proposer_id === context.who.id });
  });
}
