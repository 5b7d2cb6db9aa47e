import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { approvers } from "../decide/approval-policy.js";
import { proposeEdit } from "./propose-edit.js";

/** Retracts a memory, so that no read shows it again. */
export const forget = (
  context: OperationContext,
  { memory_id, reason }: InputOf<PalimpsestContract["forget"]>,
): Promise<OutputOf<PalimpsestContract["forget"]>> =>
  proposeEdit(
    context,
    { target_type: "memory", target_id: memory_id, op: "retract", patch: {}, reason, cascade: "none" },
    ({ editId, status }) => ({
      edit_id: editId,
      memory_id,
      status,
      message:
        status === "approved"
          ? "Forgotten. No read shows it any more, and the same text is not taken again; it can be restored."
          : `Proposed. The memory is shown until this is approved by ${approvers}.`,
    }),
  );
