import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { approvers } from "../decide/approval-policy.js";
import type { Reached } from "../read/edits/edit.sql.js";
import { proposeEdit } from "./propose-edit.js";

/** Retracts a memory, so that no read shows it again. */
export const forget = (
  context: OperationContext,
  { memory_id, reason, twins }: InputOf<PalimpsestContract["forget"]>,
): Promise<OutputOf<PalimpsestContract["forget"]>> =>
  proposeEdit(
    context,
    { target_type: "memory", target_id: memory_id, op: "retract", patch: {}, reason, twins },
    ({ editId, status, reached }) => ({
      edit_id: editId,
      memory_id,
      status,
      message:
        status === "approved"
          ? `Forgotten${alsoSaid(reached)}. No read shows it any more, and the same text is not taken again; it can be restored.`
          : `Proposed. The memory is shown until this is approved by ${approvers}.`,
    }),
  );

function alsoSaid({ twins, waiting }: Reached): string {
  const taken = twins > 0 ? [`with ${twins} more that said the same`] : [];
  const asked = waiting > 0 ? [`${waiting} more that say the same wait for approval`] : [];
  return [...taken, ...asked].map((part) => `, ${part}`).join("");
}
