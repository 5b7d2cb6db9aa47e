import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { approvers } from "../decide/approval-policy.js";
import { proposeEdit } from "./propose-edit.js";

const attributesStay = ", followed by its other attributes as they were (amend those by name)";

/** New text for a memory that is wrong; the original is kept. */
export const correct = (
  context: OperationContext,
  { memory_id, text, reason }: InputOf<PalimpsestContract["correct"]>,
): Promise<OutputOf<PalimpsestContract["correct"]>> =>
  proposeEdit(
    context,
    { target_type: "memory", target_id: memory_id, op: "amend", patch: { text }, reason, twins: "leave" },
    ({ editId, status, addsLines }) => ({
      edit_id: editId,
      memory_id,
      status,
      message:
        status === "approved"
          ? `Corrected. Every read gives the new text from now on${addsLines ? attributesStay : ""}; the original is kept in its history.`
          : `Proposed. The old text stays until it is approved by ${approvers}.`,
    }),
  );
