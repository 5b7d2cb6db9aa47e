import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import { countEdits, findEdit, pageOfEdits } from "./edit.sql.js";
import { changesOfEdits } from "./edit-changes.js";
import { viewOf } from "./edit-view.js";

/** Edits of the memories that the caller may see, newest first. */
export async function listEdits(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listEdits"]>,
): Promise<OutputOf<PalimpsestContract["listEdits"]>> {
  const { who } = context;
  const { status = null, target_id = null, proposer_id = null, before = null } = input;
  const filter = { status, targetId: target_id, proposerId: proposer_id };
  const { edits, total_count } = await context.read(async (tx) => {
    if (before !== null) {
      await findEdit(tx, who, before).catch((cause: unknown) => {
        if (!(cause instanceof PalimpsestError)) throw cause;
        throw new PalimpsestError("INVALID_CURSOR", "before: no such edit; begin without it.", { cause });
      });
    }
    return {
      edits: await pageOfEdits(tx, who, filter, before, input.limit),
      total_count: await countEdits(tx, who, filter),
    };
  });
  context.touched(edits.map((edit) => edit.edit_id));
  const changes = await changesOfEdits(context, edits);
  return { edits: edits.map((edit) => viewOf(context, edit, changes.get(edit.edit_id)!)), total_count };
}
