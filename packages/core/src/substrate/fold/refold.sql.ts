import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { BoundaryClass } from "../../policy/index.js";
import { type Analysed, vectorLiteral } from "../analyse.js";
import type { Digests } from "../digest.js";
import { tellTimes } from "../times/tell-times.sql.js";

/** The new words of a memory, and the class of what was found in them: the memory's rises to it. */
export type NewWords = Analysed & Digests & { attributes: Attributes; foundClass: BoundaryClass };

/** A memory whose edit log has changed, with its new text analysed if that changed. */
export interface Refolded {
  id: string;
  analysed?: NewWords;
}

/** Writes the fold of each memory into its row, its postings, its vector and the times that it tells of. */
export async function refold(tx: Tx, memories: Refolded[], spaceId: number): Promise<void> {
  const plain = memories.filter(({ analysed }) => !analysed).map(({ id }) => id);
  if (plain.length > 0) await tx.query(`select palimpsest.refold_many($1)`, [plain]);
  const analysed = memories.filter((memory) => memory.analysed);
  if (analysed.length > 0) await refoldAnalysed(tx, analysed, spaceId);
}

async function refoldAnalysed(tx: Tx, memories: Refolded[], spaceId: number): Promise<void> {
  await tx.query(
    `select palimpsest.refold(i.id, i.text, i.attributes, i.search, i.asked, i.spoken, i.hash, i.words_hash, i.tokens, $2, i.embedding::public.vector, i.class)
     from jsonb_to_recordset($1::jsonb) as i(
       id text, text text, attributes jsonb, search text, asked text, spoken integer, hash text, words_hash text, tokens integer, embedding text, class text)`,
    [
      JSON.stringify(
        memories.map(({ id, analysed }) => ({
          id,
          text: analysed?.text ?? null,
          attributes: analysed?.attributes ?? null,
          search: analysed?.search ?? null,
          asked: analysed?.asked ?? null,
          spoken: analysed?.spoken ?? null,
          hash: analysed?.hash ?? null,
          words_hash: analysed?.wordsHash ?? null,
          tokens: analysed?.tokens ?? null,
          embedding: analysed?.embedding ? vectorLiteral(analysed.embedding) : null,
          class: analysed?.foundClass ?? null,
        })),
      ),
      spaceId,
    ],
  );
  tellTimes(
    tx,
    memories.map(({ id, analysed }) => ({ id, times: analysed?.times ?? [] })),
  );
}
