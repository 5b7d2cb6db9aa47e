import { kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { insertState } from "../../substrate/index.js";
import type { Planned } from "./plan.js";

const replaces = `l.tenant_id = $1 and l.type = 'supersedes'`;

/**
 * A decision is superseded for as long as one that came after it stands. When such a one is retracted, what it had
 * replaced is in force again; when it is restored, no longer.
 */
export async function settleSuperseded(tx: Tx, who: Principal, edits: Planned[]): Promise<void> {
  const changed = edits.filter(
    ({ op, target }) => kindOf(target.kind).states?.superseded && standing.has(op),
  );
  if (changed.length === 0) return;
  const rows = await tx.query<{ id: string; status: string }>(
    `with recursive older as (
       select l.to_id as id from palimpsest.memory_link l where ${replaces} and l.from_id = any ($2)
       union
       select l.to_id from palimpsest.memory_link l join older on l.from_id = older.id where ${replaces}
     ), newer as (
       select older.id as old, l.from_id as id from palimpsest.memory_link l join older on l.to_id = older.id
       where ${replaces}
       union
       select newer.old, l.from_id from palimpsest.memory_link l join newer on l.to_id = newer.id where ${replaces}
     ), wanted as (
       select m.id, m.status as was, case when exists (
           select 1 from newer join palimpsest.memory n on n.tenant_id = $1 and n.id = newer.id
           where newer.old = m.id and not n.retracted) then 'superseded' else 'active' end as status
       from older join palimpsest.memory m on m.tenant_id = $1 and m.id = older.id
     )
     select id, status from wanted where status <> was order by id`,
    [who.tenantId, changed.map(({ target }) => target.id)],
  );
  for (const { id, status } of rows) {
    await tx.query(`select palimpsest.set_status($1, $2)`, [id, status]);
    await insertState(tx, who, id, status);
  }
}

const standing: ReadonlySet<string> = new Set(["retract", "restore"]);
