import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { proposeEdit } from "./propose-edit.js";

export const applyEdit = (
  context: OperationContext,
  input: InputOf<PalimpsestContract["applyEdit"]>,
): Promise<OutputOf<PalimpsestContract["applyEdit"]>> =>
  proposeEdit(context, input, ({ editId, status, appliedAt, reached }) => ({
    edit_id: editId,
    status,
    ...(appliedAt === undefined ? {} : { applied_at: appliedAt }),
    ...reached,
  }));
