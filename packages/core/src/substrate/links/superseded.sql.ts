import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

const supersedes = `l.tenant_id = $1 and l.type = 'supersedes'`;

/**
 * For all memories that these supersede, directly or through others: the state that each should have and has not.
 * One is superseded while any memory that supersedes it, directly or through others, is not retracted.
 */
export function supersededStates(
  tx: Tx,
  who: Principal,
  ids: string[],
): Promise<{ id: string; status: string }[]> {
  return tx.query<{ id: string; status: string }>(
    `with recursive older as (
       select l.to_id as id from palimpsest.memory_link l where ${supersedes} and l.from_id = any ($2)
       union
       select l.to_id from palimpsest.memory_link l join older on l.from_id = older.id where ${supersedes}
     ), newer as (
       select older.id as old, l.from_id as id from palimpsest.memory_link l join older on l.to_id = older.id
       where ${supersedes}
       union
       select newer.old, l.from_id from palimpsest.memory_link l join newer on l.to_id = newer.id where ${supersedes}
     ), wanted as (
       select m.id, m.status as was, case when exists (
           select 1 from newer join palimpsest.memory n on n.tenant_id = $1 and n.id = newer.id
           where newer.old = m.id and not n.retracted) then 'superseded' else 'active' end as status
       from older join palimpsest.memory m on m.tenant_id = $1 and m.id = older.id
     )
     select id, status from wanted where status <> was order by id`,
    [who.tenantId, ids],
  );
}
