import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Prepared } from "./draft.js";

/** The id of a retracted memory with this text in this place. */
export async function findTombstone(tx: Tx, m: Prepared): Promise<string | undefined> {
  const [row] = await tx.prepared<{ memory_id: string }>(
    `select memory_id from palimpsest.tombstone($1, $2, $3, $4, $5)`,
    [m.hash, m.scope ?? null, m.subjectType ?? null, m.subjectId ?? null, m.projectId ?? null],
  );
  return row?.memory_id;
}

/** Retracted memories with these texts, each looked for in the place of the memory that the text is for. */
export async function tombstoned(
  tx: Tx,
  who: Principal,
  texts: { memoryId: string; hash: string }[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ id: string; memory_id: string }>(
    `select m.id, t.memory_id
     from jsonb_to_recordset($2::jsonb) as i(id text, hash text)
     join palimpsest.memory m on m.tenant_id = $1 and m.id = i.id
     cross join lateral palimpsest.tombstone(i.hash, m.scope, m.subject_type, m.subject_id, m.project_id) t
     where t.memory_id <> m.id`,
    [who.tenantId, JSON.stringify(texts.map(({ memoryId, hash }) => ({ id: memoryId, hash })))],
  );
  return new Map(found.map(({ id, memory_id }) => [id, memory_id]));
}
