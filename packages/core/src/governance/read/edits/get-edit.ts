import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import type { EditView } from "../../edit.js";
import { changesOfEdits } from "./edit-changes.js";
import { viewOf } from "./edit-view.js";
import { findDecidable, touchedBy } from "./unread-edits.sql.js";

export async function getEdit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["getEdit"]>,
): Promise<EditView> {
  const edit = await context.read((tx) => findDecidable(tx, context.who, input.edit_id));
  context.touched(touchedBy(edit));
  const changes = await changesOfEdits(context, [edit]);
  return viewOf(context, edit, changes.get(edit.edit_id)!);
}
