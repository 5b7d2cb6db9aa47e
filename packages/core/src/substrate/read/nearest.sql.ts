import type { Rows, Tx } from "../../db/index.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";

export type Neighbour = Pick<Rows["memory"], "reading_position"> & { cosine: number };

/** How the vector index is read until the transaction ends, where this many are looked for. */
export const readVectorsFor = (tx: Tx, limit: number): Promise<unknown> =>
  tx.query(
    `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $1, true)`,
    [String(Math.min(1000, Math.max(100, limit * 4)))],
  );

/**
 * The memories nearest to a vector in the active space, admitted first. The planner chooses between the tenant's
 * own rows and the vector index; with iterative scan a filter does not reduce recall. With `among`, the memories at these
 * positions alone are compared.
 */
export async function nearest(
  tx: Tx,
  tenantId: string,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
  among?: ReadonlySet<number>,
): Promise<Neighbour[]> {
  const admission = admissionOf(tenantId, filter, { present: true });
  const n = admission.values.length;
  const dims = Math.trunc(vector.dims);
  await readVectorsFor(tx, limit);
  return tx.query<Neighbour>(
    `select m.reading_position, 1 - (v.embedding::vector(${dims}) <=> $${n + 1}::vector(${dims})) as cosine
     from palimpsest.memory_vector v
     join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
     where v.tenant_id = $1 and v.space_id = ${Math.trunc(vector.spaceId)} and ${admission.sql}
       ${among ? `and m.reading_position = any ($${n + 2}::bigint[])` : ""}
     order by v.embedding::vector(${dims}) <=> $${n + 1}::vector(${dims}) limit ${Math.trunc(limit)}`,
    [...admission.values, vector.bytes, ...(among ? [[...among]] : [])],
  );
}
