import type { Tx } from "../../db/index.js";

/** Whether a memory is a passage of a document, or all of it: its words depend on edits of other passages. */
export const isPassageId = (id: string): boolean => id.startsWith("art_");

/** The passages that overlap with these and that the caller may see. */
export async function overlapping(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select id from palimpsest.overlapping($1) as o(id) order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The passages of other revisions that may say sentences of these, and whether the caller may see each. */
export const otherPassages = (tx: Tx, ids: readonly string[]): Promise<{ id: string; seen: boolean }[]> =>
  tx.query(`select id, seen from palimpsest.other_passages($1)`, [ids]);

/** Notes the sentences of passages that were edited, by which the fold of other revisions finds what to withhold. */
export async function noteWithheld(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(`select palimpsest.note_withheld($1)`, [ids]);
}
