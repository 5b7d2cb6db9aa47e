import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { capsulesHolding } from "../../capsules/index.js";
import { contextsShowing, exposureOf } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { findEdit } from "./edits/edit.sql.js";

type Output = OutputOf<PalimpsestContract["editExposure"]>;

const maxContexts = 1_000;

/** Who was shown the memory that an edit is about, from the receipts of contexts and the capsules that hold it. */
export async function editExposure(
  context: OperationContext,
  input: InputOf<PalimpsestContract["editExposure"]>,
): Promise<Output> {
  const { who } = context;
  return context.read(async (tx) => {
    const edit = await findEdit(tx, who, input.edit_id);
    context.touched([edit.edit_id, edit.memory_id]);
    const contexts = await contextsShowing(tx, who, edit.memory_id, maxContexts);
    const exposure = await exposureOf(tx, who, edit.memory_id);
    const capsules = await capsulesHolding(tx, edit.memory_id);
    return { edit_id: edit.edit_id, target_id: edit.memory_id, ...exposure, contexts, capsules };
  });
}
