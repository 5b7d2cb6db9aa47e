import { selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { type CurrentMemory, currentFields } from "../read/current-memories.sql.js";
import { unexpired } from "../read/visible-memory.sql.js";

/**
 * The memories with the same words as these, about the same subject or none, that the caller may see and that are not
 * retracted: those whose text would be refused once these are retracted. Their texts are not read.
 */
export function findTwins(tx: Tx, who: Principal, id: string, limit: number): Promise<CurrentMemory[]> {
  return tx.query<CurrentMemory>(
    `select ${selectList("m", currentFields)}, m.text
     from palimpsest.memory t
     join palimpsest.memory m on m.tenant_id = t.tenant_id and m.id <> t.id
       and (m.words_hash = t.words_hash or (t.words_hash is null and m.content_hash = t.content_hash))
       and palimpsest.same_subject(m.subject_type, m.subject_id, t.subject_type, t.subject_id)
     where t.tenant_id = $1 and t.id = $2 and not m.retracted and ${unexpired("m")}
     order by m.id limit $3`,
    [who.tenantId, id, limit],
  );
}
