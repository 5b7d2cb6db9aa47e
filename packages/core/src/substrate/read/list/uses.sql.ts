import { iso, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { Page, Position } from "../../../paging/page.js";
import { admissionOf } from "../admission.sql.js";
import type { Filter } from "../filter.js";

export type UsedBy = "session" | "subject" | "project" | "writer" | "tag";

/** Something that memories name, how many admitted ones do, and when the latest of them happened. */
export interface Use {
  name: string;
  /** Of a subject. */
  type: string | null;
  /** The classes of the memories that name it. */
  classes: string[];
  memory_count: number;
  last_occurred_at: string;
}

const named: Record<UsedBy, { name: string; type?: string; from?: string; where?: string }> = {
  session: { name: "m.session_id" },
  subject: { name: "m.subject_id", type: "m.subject_type" },
  project: { name: "m.project_id" },
  writer: { name: "m.writer" },
  tag: {
    name: "t.tag",
    from: "cross join lateral (select distinct unnest(m.tags) as tag) t",
    where: "m.tags <> '{}'",
  },
};

export const useOf = ({ name, type, last_occurred_at }: Use): Position => [
  last_occurred_at,
  name,
  type ?? "",
];

/** A page of what the admitted memories name, the latest used first, and how many there are in all. */
export async function readUses(
  tx: Tx,
  who: Principal,
  filter: Filter,
  by: UsedBy,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<{ uses: Use[]; total: number }> {
  const { name, type = "null::text", from = "", where = "true" } = named[by];
  const admission = admissionOf(who.tenantId, filter);
  const values = [...admission.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  let later = "true";
  if (after !== undefined) {
    const [at, ...key] = after;
    const last = `${value(at)}::timestamptz`;
    later = `(last < ${last} or last = ${last} and (name, coalesce(type, '')) > (${key.map(value).join(", ")}))`;
  }
  const found = await tx.query<Use & { total: number; [column: string]: unknown }>(
    `with used as materialized (
       select ${name} as name, ${type} as type, count(*)::integer as memory_count, max(m.occurred_at) as last,
         ${by === "tag" ? "array_agg(distinct m.boundary_class)" : "'{}'::text[]"} as classes
       from palimpsest.memory m ${from} where ${admission.sql} and ${where} and ${name} is not null group by 1, 2
     )
     select name, type, memory_count, classes, ${iso("last")} as last_occurred_at,
       (select count(*)::integer from used) as total
     from used where ${later} order by last desc, name, coalesce(type, '') limit ${Math.trunc(rows)}`,
    values,
  );
  return { uses: found.map(({ total: _, ...use }) => use), total: found[0]?.total ?? 0 };
}
