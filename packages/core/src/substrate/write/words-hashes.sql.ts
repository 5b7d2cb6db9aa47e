import { type Attributes, kindOf } from "@palimpsest/contract";
import type { Rows, Tx } from "../../db/index.js";

/** A memory that was written before memories had a digest of their words. */
export type Undigested = Pick<Rows["memory"], "id" | "kind" | "text" | "content_hash"> & {
  original: string;
};

/** A page of them in the transaction's tenant, after an id. */
export async function missingWordsHashes(tx: Tx, after: string, limit: number): Promise<Undigested[]> {
  const rows = await tx.query<
    Omit<Undigested, "original"> & { original_text: string | null; original_attributes: Attributes }
  >(`select * from palimpsest.missing_words_hashes($1, $2)`, [after, limit]);
  return rows.map(({ original_text, original_attributes, ...row }) => ({
    ...row,
    original: original_text ?? kindOf(row.kind).text!.compose(original_attributes),
  }));
}

export interface WordsHashes {
  memory: Undigested;
  wordsHash: string;
  originalWordsHash: string;
}

/** Stores the digests, unless the memory was edited since it was read. */
export async function fillWordsHashes(tx: Tx, found: WordsHashes[]): Promise<void> {
  await tx.query(`select palimpsest.fill_words_hashes($1, $2, $3, $4)`, [
    found.map(({ memory }) => memory.id),
    found.map(({ memory }) => memory.content_hash),
    found.map(({ wordsHash }) => wordsHash),
    found.map(({ originalWordsHash }) => originalWordsHash),
  ]);
}
