import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Digests } from "../digest.js";
import type { Prepared } from "./draft.js";

/**
 * By the id of each of these memories the id of a retracted one, for the same subject or for none, with its words, those
 * of a part of it, or those of something that stands beside its text.
 */
export async function findTombstones(
  tx: Tx,
  memories: Prepared[],
  { besideOnly = false } = {},
): Promise<Map<string, string>> {
  const texts = memories.flatMap((memory) =>
    [...(besideOnly ? [] : [memory]), ...memory.parts].flatMap(readings).map((text) => ({ memory, text })),
  );
  if (texts.length === 0) return new Map();
  const found = await tx.prepared<{ id: string; memory_id: string }>(
    `select t.id, t.memory_id from palimpsest.tombstones($1, $2, $3, $4, $5, $6) t`,
    [
      texts.map(({ memory }) => memory.id),
      texts.map(({ text }) => text.wordsHash),
      texts.map(({ text }) => text.hash),
      texts.map(({ memory }) => memory.subjectType ?? null),
      texts.map(({ memory }) => memory.subjectId ?? null),
      texts.map(({ memory }) => isPassage(memory)),
    ],
  );
  return new Map(found.map(({ id, memory_id }) => [id, memory_id]));
}

/** A document is not refused because an event that was extracted from one was taken back. */
const isPassage = ({ kind, origin }: Prepared): boolean => kind === "chunk" && origin === "document";

/** Each way to read the words of a text. */
const readings = <T extends Digests>(text: T): T[] =>
  [
    ...new Set([
      ...[text.wordsHash, text.earlierWordsHash, text.unlistedWordsHash],
      ...text.undecoratedWordsHashes,
    ]),
  ].map((wordsHash) => ({ ...text, wordsHash }));

/** Retracted memories with the words of these texts, each for the subject of the memory that the text is for. */
export async function tombstoned(
  tx: Tx,
  who: Principal,
  texts: (Digests & { memoryId: string })[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ id: string; memory_id: string }>(
    `with given as (
       select array_agg(m.id) as ids, array_agg(i.words_hash) as words, array_agg(i.hash) as hashes,
         array_agg(m.subject_type) as types, array_agg(m.subject_id) as subjects, array_agg(false) as passages
       from jsonb_to_recordset($2::jsonb) as i(id text, hash text, words_hash text)
       join palimpsest.memory m on m.tenant_id = $1 and m.id = i.id)
     select t.id, t.memory_id
     from given cross join lateral palimpsest.tombstones(ids, words, hashes, types, subjects, passages) t
     where t.memory_id <> t.id`,
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
