import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Digests } from "../digest.js";
import type { Prepared } from "./draft.js";

/**
 * By the id of each of these memories the id of a retracted one, for the same subject or for none, with its words or
 * those of a part of it.
 */
export async function findTombstones(tx: Tx, memories: Prepared[]): Promise<Map<string, string>> {
  const texts = memories.flatMap((memory) =>
    [memory, ...memory.parts].flatMap(readings).map((text) => ({ memory, text })),
  );
  const found = await tx.prepared<{ id: string; memory_id: string }>(
    `select given.id, t.memory_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[])
       as given(id, words_hash, hash, subject_type, subject_id, passage)
     cross join lateral palimpsest.tombstone(given.words_hash, given.hash, given.subject_type, given.subject_id, given.passage) t`,
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
     cross join lateral palimpsest.tombstone(i.words_hash, i.hash, m.subject_type, m.subject_id, false) t
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
