import { type Attributes, kindOf } from "@palimpsest/contract";
import type { Rows, Tx } from "../../db/index.js";

export type RestoredWords = Pick<Rows["memory"], "id" | "kind" | "speaker" | "occurred_at" | "retracted"> & {
  text: string;
  attributes: Attributes;
};

/** How memories read once an edit of each is undone. For the worker: whoever asked for it may not be allowed to read them. */
export async function restoredWords(
  tx: Tx,
  edits: { id: string; edit_id: string }[],
): Promise<RestoredWords[]> {
  const rows = await tx.query<Omit<RestoredWords, "text"> & { text: string | null }>(
    `select * from palimpsest.restored_words($1, $2)`,
    [edits.map(({ id }) => id), edits.map(({ edit_id }) => edit_id)],
  );
  return rows.map((row) => ({ ...row, text: row.text ?? kindOf(row.kind).text!.compose(row.attributes) }));
}

/** How memories read by all of their edits, whether or not these have been written into them. For the worker too. */
export const wordsInForce = (tx: Tx, ids: string[]): Promise<RestoredWords[]> =>
  // There is no edit of this id, so none is undone.
  restoredWords(
    tx,
    ids.map((id) => ({ id, edit_id: "" })),
  );
