import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";

export interface GraphItem {
  [column: string]: unknown;
  id: string;
  item: Record<string, unknown>;
  /** The class of the claim that has it. */
  boundary_class: string;
}

/** Every entity or relation of memory `m`, in the order in which they were given. */
const itemsOf = (of: "entities" | "relations") => `(
  select i.item, m.recorded_at as given_at
  from jsonb_array_elements(m.attributes->'claim'->'${of}') as i(item)
  union all
  select i.item, e.added_at
  from palimpsest.claim_evidence e cross join lateral jsonb_array_elements(e.graph->'${of}') as i(item)
  where e.tenant_id = m.tenant_id and e.memory_id = m.id and e.rollback_id is null)`;

/** Entities or relations of the claims that a filter admits, each as it was given last, by id. */
export function readGraph(
  tx: Tx,
  who: Principal,
  filter: Filter,
  wanted: {
    of: "entities" | "relations";
    /** Values that they have. */
    fields: Record<string, string>;
    after: string;
    limit: number;
  },
): Promise<GraphItem[]> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const value = (v: unknown) => `$${values.push(v)}`;
  const fields = value(JSON.stringify(wanted.fields));
  return tx.query<GraphItem>(
    `select g.id, g.item, g.boundary_class from (
       select distinct on (i.item->>'id') i.item->>'id' as id, i.item, m.boundary_class
       from palimpsest.memory m cross join lateral ${itemsOf(wanted.of)} i
       where ${sql} and i.item->>'id' > ${value(wanted.after)}
       order by i.item->>'id', i.given_at desc, m.id desc) g
     where g.item @> ${fields}::jsonb order by g.id limit ${value(wanted.limit)}::integer`,
    values,
  );
}

/** Those of these entities that the claims which a filter admits are about. */
export async function knownEntities(
  tx: Tx,
  who: Principal,
  filter: Filter,
  ids: string[],
): Promise<Set<string>> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const wanted = `$${values.push([...new Set(ids)])}::text[]`;
  const rows = await tx.query<{ id: string }>(
    `select distinct i.item->>'id' as id
     from palimpsest.memory m cross join lateral ${itemsOf("entities")} i
     where ${sql} and i.item->>'id' = any (${wanted})`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many memories a filter admits. */
export async function countAdmitted(tx: Tx, who: Principal, filter: Filter): Promise<number> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from palimpsest.memory m where ${sql}`,
    values,
  );
  return Number(row!.count);
}
