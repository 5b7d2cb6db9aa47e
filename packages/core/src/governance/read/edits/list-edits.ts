import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../../../paging/page.js";
import type { OperationContext } from "../../../services.js";
import { memoryIdOf } from "../target.js";
import { countEdits, type EditRow, pageOfEdits } from "./edit.sql.js";
import { changesOfEdits } from "./edit-changes.js";
import { viewOf } from "./edit-view.js";
import { countUnread, pageOfUnread } from "./unread-edits.sql.js";

/** Edits of the memories that the caller may see, and those that the caller may decide on unread, newest first. */
export async function listEdits(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listEdits"]>,
): Promise<OutputOf<PalimpsestContract["listEdits"]>> {
  const { who } = context;
  const { status = null, target_id = null, proposer_id = null } = input;
  const page = pageOf(context, "listEdits", input);
  const unread = status === null || status === "pending";
  const { found, total_count } = await context.read(async (tx) => {
    const targetId = target_id && (await memoryIdOf(tx, target_id));
    const filter = { status, targetId, proposerId: proposer_id };
    const found = [
      ...(await pageOfEdits(tx, who, filter, page)),
      ...(unread ? await pageOfUnread(tx, filter, page) : []),
    ].sort(newestFirst);
    const unreadCount = unread ? await countUnread(tx, filter) : 0;
    return { found, total_count: (await countEdits(tx, who, filter)) + unreadCount };
  });
  const { shown: edits, next } = page.cut(found, ({ created_at, edit_id }) => [created_at, edit_id]);
  context.touched(edits.map((edit) => edit.edit_id));
  const changes = await changesOfEdits(context, edits);
  return {
    edits: edits.map((edit) => viewOf(context, edit, changes.get(edit.edit_id)!)),
    total_count,
    ...next,
  };
}

const newestFirst = (a: EditRow, b: EditRow) =>
  a.created_at === b.created_at ? (a.edit_id < b.edit_id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1;
