import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Digests } from "../digest.js";
import type { Prepared } from "./draft.js";

/** The id of a retracted memory with these words or those of a part of it, for the same subject or for none. */
export async function findTombstone(tx: Tx, m: Prepared): Promise<string | undefined> {
  const texts = [m, ...m.parts].flatMap(readings);
  const [row] = await tx.prepared<{ memory_id: string }>(
    `select t.memory_id from unnest($1::text[], $2::text[]) as given(words_hash, hash)
     cross join lateral palimpsest.tombstone(given.words_hash, given.hash, $3, $4) t limit 1`,
    [
      texts.map(({ wordsHash }) => wordsHash),
      texts.map(({ hash }) => hash),
      m.subjectType ?? null,
      m.subjectId ?? null,
    ],
  );
  return row?.memory_id;
}

/** Each way to read the words of a text. */
const readings = <T extends Digests>(text: T): T[] =>
  [...new Set([text.wordsHash, text.earlierWordsHash, text.unlistedWordsHash])].map((wordsHash) => ({
    ...text,
    wordsHash,
  }));

/** Retracted memories with the words of these texts, each for the subject of the memory that the text is for. */
export async function tombstoned(
  tx: Tx,
  who: Principal,
  texts: (Digests & { memoryId: string })[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ id: string; memory_id: string }>(
    `select m.id, t.memory_id
     from jsonb_to_recordset($2::jsonb) as i(id text, hash text, words_hash text)
     join palimpsest.memory m on m.tenant_id = $1 and m.id = i.id
     cross join lateral palimpsest.tombstone(i.words_hash, i.hash, m.subject_type, m.subject_id) t
     where t.memory_id <> m.id`,
    [
      who.tenantId,
      JSON.stringify(
        texts
          .flatMap(readings)
          .map(({ memoryId, hash, wordsHash }) => ({ id: memoryId, hash, words_hash: wordsHash })),
      ),
    ],
  );
  return new Map(found.map(({ id, memory_id }) => [id, memory_id]));
}
