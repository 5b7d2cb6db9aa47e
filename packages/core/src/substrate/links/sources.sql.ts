import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** Which of these memories were made from others of them until then: the others, by the id of the one. */
export async function sourcesAmong(
  tx: Tx,
  who: Principal,
  ids: string[],
  until: string,
): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ id: string; sources: string[] }>(
    `select l.from_id as id, array_agg(l.to_id order by l.to_id) as sources from palimpsest.memory_link l
     where l.tenant_id = $1 and l.type = 'derived_from' and l.from_id = any ($2) and l.to_id = any ($2)
       and l.created_at <= $3::timestamptz
     group by l.from_id`,
    [who.tenantId, ids, until],
  );
  return new Map(rows.map(({ id, sources }) => [id, sources]));
}
