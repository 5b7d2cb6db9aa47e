import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { currentMemories } from "../../substrate/index.js";
import { insertDecisions } from "../apply/apply.sql.js";
import { assertMaySay } from "../apply/invariants/assert-may-say.js";
import { cleanNote } from "../check-patch.js";
import { findDecidable, touchedBy } from "../read/edits/unread-edits.sql.js";
import { assertMayDecide } from "./approval-policy.js";
import { type Decided, decidedAnswer } from "./decision-answer.js";

/** Rejects a pending edit: it stays on record and never applies. */
export async function rejectEdit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["rejectEdit"]>,
): Promise<Decided> {
  const { who } = context;
  const note = cleanNote(input.note);
  return context.write(async (tx) => {
    const edit = await findDecidable(tx, who, input.edit_id);
    context.touched(touchedBy(edit));
    assertMayDecide(who, edit.proposer_id);
    const [target] = await currentMemories(tx, who, [edit.memory_id]);
    assertMaySay(context, note, target);
    await insertDecisions(tx, who, "rejected", [{ editId: edit.edit_id, memoryId: edit.memory_id, note }]);
    const decided = await findDecidable(tx, who, input.edit_id);
    if (decided.status !== "rejected") {
      throw new PalimpsestError(
        "CONFLICT",
        "This edit has been approved; undo it with an edit of op restore.",
      );
    }
    return decidedAnswer(tx, decided);
  });
}
