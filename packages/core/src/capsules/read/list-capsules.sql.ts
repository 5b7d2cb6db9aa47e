import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { isRetracted, joinMemoryByKey } from "../../substrate/index.js";
import type { CapsuleRow } from "../capsule-row.js";
import { capsuleColumns, type Own } from "./read-capsule.sql.js";

interface Wanted {
  subject_type?: string;
  subject_id?: string;
  after: readonly unknown[] | undefined;
  rows: number;
  classes: readonly string[];
  own: Own;
}

type Listed = CapsuleRow & { total: string };

const values = (who: Principal, wanted: Wanted) => [
  who.tenantId,
  wanted.subject_type ?? null,
  wanted.subject_id ?? null,
  wanted.rows,
  wanted.classes,
  wanted.after?.[0] ?? null,
  wanted.own.classes,
  wanted.own.saidIn,
];

/**
 * Counts what `named` gives, and looks at the memories of one page only. Each step is computed on its own: policies
 * hide from the planner how few rows come out, and it would begin with every memory of the tenant. Ids sort by time.
 */
const page = (named: string) => `
  with named as materialized (${named}),
  page as materialized (
    select capsule_id from named where $6::text is null or capsule_id collate "C" < $6
    order by capsule_id collate "C" desc limit $4)
  select ${capsuleColumns("$5", "null::text[]", { classes: "$7", saidIn: "$8" })}, (select count(*) from named) as total
  from page
  cross join lateral (select * from palimpsest.capsule c where c.tenant_id = $1 and c.memory_id = page.capsule_id offset 0) c
  ${joinMemoryByKey("m", { tenant: "$1", id: "page.capsule_id" })}
  order by c.memory_id collate "C" desc`;

/** Open along its whole way here: its author and those who govern capsules see closed ones, too. */
const about = (id: string) => `exists (
  select 1 from palimpsest.capsule c where c.tenant_id = $1 and c.memory_id = ${id}
    and (c.forwarded_from is null or palimpsest.chain_open(c.forwarded_from))
    and ($2::text is null or c.subject_type = $2) and ($3::text is null or c.subject_id = $3))`;
const noSubject = "$2::text is null and $3::text is null";

export async function listOpen(tx: Tx, who: Principal, wanted: Wanted): Promise<Listed[]> {
  return tx.query<Listed>(
    page(`
      select distinct a.capsule_id from palimpsest.capsule_audience a
      where a.tenant_id = $1 and a.agent_id = any (palimpsest.readers()) and a.expires_at > now() and a.listable
        and (${noSubject} and not a.forwarded or ${about("a.capsule_id")})`),
    values(who, wanted),
  );
}

export async function listMade(tx: Tx, who: Principal, wanted: Wanted): Promise<Listed[]> {
  return tx.query<Listed>(
    page(`
      select c.memory_id as capsule_id from palimpsest.capsule c
      where c.tenant_id = $1 and c.author_id = palimpsest.principal()
        and ($2::text is null or c.subject_type = $2) and ($3::text is null or c.subject_id = $3)
        and (not c.closed_by_edit or not ${isRetracted({ tenant: "$1", id: "c.memory_id" })})`),
    values(who, wanted),
  );
}

export async function listAll(tx: Tx, who: Principal, wanted: Wanted): Promise<Listed[]> {
  return tx.query<Listed>(
    page(`
      select c.memory_id as capsule_id from palimpsest.capsule c
      where c.tenant_id = $1
        and ($2::text is null or c.subject_type = $2) and ($3::text is null or c.subject_id = $3)`),
    values(who, wanted),
  );
}
