import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { proposeEdit } from "./propose-edit.js";

/** Retracts a stored memory, by the same rules as `forget`. */
export const memoryDelete = (
  context: OperationContext,
  { memory_id, reason = "The memory is deleted" }: InputOf<PalimpsestContract["memoryDelete"]>,
): Promise<OutputOf<PalimpsestContract["memoryDelete"]>> =>
  proposeEdit(
    context,
    { target_type: "memory", target_id: memory_id, op: "retract", patch: {}, reason, twins: "take" },
    ({ editId, status }) => ({
      memory_id,
      status: status === "approved" ? "deleted" : "pending",
      edit_id: editId,
    }),
  );
