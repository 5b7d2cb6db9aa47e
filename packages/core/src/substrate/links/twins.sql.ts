import { selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Digests } from "../digest.js";
import { type CurrentMemory, currentFields } from "../read/current-memories.sql.js";
import { unexpired } from "../read/visible-memory.sql.js";

const withWords = `select * from palimpsest.memory where tenant_id = $1 and words_hash = any (array[t.words_hash, $4, $5])`;
/** A memory of an earlier release may lack the digest of its words. */
const withText = `select * from palimpsest.memory where tenant_id = $1 and t.words_hash is null and content_hash = t.content_hash`;

/**
 * The memories with the same words as this one, about the same subject or none, that the caller may see and that are not
 * retracted: those whose text would be refused once this one is retracted. What it was made from is left out: taking back
 * what was extracted from a document does not take back the document. Looked up by their digests, so one plan suits
 * all of them. `words` are the digests of its text, which it may not have been stored with.
 */
export function findTwins(
  tx: Tx,
  who: Principal,
  id: string,
  words: Digests,
  limit: number,
): Promise<CurrentMemory[]> {
  return tx.prepared<CurrentMemory>(
    `select ${selectList("m", currentFields)}, m.text
     from (select * from palimpsest.memory where tenant_id = $1 and id = $2 offset 0) t
     cross join lateral ((${withWords} offset 0) union all (${withText} offset 0)) m
     where m.id <> $2 and palimpsest.same_subject(m.subject_type, m.subject_id, t.subject_type, t.subject_id)
       and not m.retracted and ${unexpired("m")}
       and not exists (select 1 from palimpsest.memory_link l
         where l.tenant_id = $1 and l.from_id = $2 and l.to_id = m.id and l.type = 'derived_from')
     order by m.id limit $3`,
    [who.tenantId, id, limit, words.wordsHash, words.earlierWordsHash],
  );
}

/** Until the transaction ends nobody else writes these words: it waits for those who do, and others wait for it. */
export async function lockOutWriters(tx: Tx, { wordsHash, earlierWordsHash }: Digests): Promise<void> {
  await tx.prepared("select palimpsest.lock_words($1)", [[wordsHash, earlierWordsHash]]);
}
