import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Digests } from "../digest.js";
import type { Prepared } from "./draft.js";

/** A text to look for, about a subject or none, and the id by which to tell what was found. */
interface Asked extends Digests {
  id: string;
  subjectType?: string;
  subjectId?: string;
  isPassage?: boolean;
}

/**
 * By the id of each of these memories the id of a retracted one, for the same subject or for none, with its words, those
 * of a part of it, or those of something that stands beside its text.
 */
export const findTombstones = (
  tx: Tx,
  memories: Prepared[],
  { besideOnly = false } = {},
): Promise<Map<string, string>> =>
  findTombstonesOf(
    tx,
    memories.flatMap((memory) => {
      const { id, subjectType, subjectId } = memory;
      const about = { id, subjectType, subjectId, isPassage: isPassage(memory) };
      return [...(besideOnly ? [] : [memory]), ...memory.parts].map((text) => ({ ...text, ...about }));
    }),
  );

/** The same of texts that need not be those of memories. Asks nothing of the database if there are none. */
export async function findTombstonesOf(tx: Tx, asked: Asked[]): Promise<Map<string, string>> {
  const texts = asked.flatMap(readings);
  if (texts.length === 0) return new Map();
  const found = await tx.prepared<{ id: string; memory_id: string }>(
    `select t.id, t.memory_id from palimpsest.tombstones($1, $2, $3, $4, $5, $6) t`,
    [
      texts.map(({ id }) => id),
      texts.map(({ wordsHash }) => wordsHash),
      texts.map(({ hash }) => hash),
      texts.map(({ subjectType }) => subjectType ?? null),
      texts.map(({ subjectId }) => subjectId ?? null),
      texts.map((text) => text.isPassage ?? false),
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
