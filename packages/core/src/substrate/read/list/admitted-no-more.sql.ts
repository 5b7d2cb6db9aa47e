import type { Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import { admissionOf } from "../admission.sql.js";
import type { Filter } from "../filter.js";

const shown = 100;

/** Memories that one filter admits and another one does not, of those that the caller may see. */
export async function admittedNoMore(tx: Tx, who: Principal, before: Filter, after: Filter) {
  const was = admissionOf(who.tenantId, before);
  const will = admissionOf(who.tenantId, after, { after: was.values });
  const rows = await tx.query<{ id: string; count: string }>(
    `select m.id, count(*) over () as count from palimpsest.memory m
     where ${was.sql} and not (${will.sql}) order by m.id limit ${shown}`,
    will.values,
  );
  return { count: Number(rows[0]?.count ?? 0), memory_ids: rows.map(({ id }) => id) };
}
