import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import type { EditView } from "../../edit.js";
import { findEdit } from "./edit.sql.js";
import { viewOf } from "./edit-view.js";

export async function getEdit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["getEdit"]>,
): Promise<EditView> {
  const edit = await context.read((tx) => findEdit(tx, context.who, input.edit_id));
  context.touched([edit.edit_id, edit.memory_id]);
  return viewOf(context, edit);
}
