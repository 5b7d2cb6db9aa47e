import type { Tx } from "../../../db/index.js";
import { newId } from "../../../identity/index.js";

/**
 * Blocks passages and events where their document is blocked as a whole: a block of a document holds for what comes to it
 * later. Whoever edits the document must wait for this transaction.
 */
export async function carryBlocks(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const blocks = await tx.query<{ memory_id: string; edit_id: string }>(
    `select memory_id, edit_id from palimpsest.document_blocks($1)`,
    [ids],
  );
  if (blocks.length === 0) return;
  const copies = blocks.map(({ memory_id, edit_id }) => ({ edit_id: newId("edt"), of: edit_id, memory_id }));
  await tx.query(`select palimpsest.carry_blocks($1::jsonb)`, [JSON.stringify(copies)]);
  await tx.query(`select palimpsest.refold_many($1)`, [[...new Set(copies.map((copy) => copy.memory_id))]]);
}
