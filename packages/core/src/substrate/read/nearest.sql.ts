import type { Rows, Tx } from "../../db/index.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { admissionOf, isUnknownShare } from "./admission.sql.js";
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
 * positions alone are compared; and so are those that pass the filter, if they are few.
 */
export async function nearest(
  tx: Tx,
  tenantId: string,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
  among?: ReadonlySet<number>,
): Promise<Neighbour[]> {
  const isUnknown = filter.asOf === undefined && isUnknownShare(filter);
  const few = among ?? (isUnknown ? await fewPositions(tx, tenantId, filter) : undefined);
  if (few?.size === 0) return [];
  const evenly = isUnknown && few === undefined;
  const admission = admissionOf(tenantId, filter, { present: true, evenly });
  const n = admission.values.length;
  const dims = Math.trunc(vector.dims);
  await readVectorsFor(tx, limit);
  return tx.query<Neighbour>(
    `select m.reading_position, 1 - (v.embedding::vector(${dims}) <=> $${n + 1}::vector(${dims})) as cosine
     from palimpsest.memory_vector v
     join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
     where v.tenant_id = $1 and v.space_id = ${Math.trunc(vector.spaceId)} and ${admission.sql}
       ${few ? `and m.reading_position = any ($${n + 2}::bigint[])` : ""}
     order by v.embedding::vector(${dims}) <=> $${n + 1}::vector(${dims}) limit ${Math.trunc(limit)}`,
    [...admission.values, vector.bytes, ...(few ? [[...few]] : [])],
  );
}

/** Comparing so many takes less time than a search of the index that finds most memories not admitted. */
const mostCompared = 2_000;

/** Where the memories stand that the filter admits, if they are few. */
async function fewPositions(
  tx: Tx,
  tenantId: string,
  filter: Filter,
): Promise<ReadonlySet<number> | undefined> {
  const { sql, values } = admissionOf(tenantId, filter);
  const rows = await tx.prepared<{ reading_position: string }>(
    `select m.reading_position from palimpsest.memory m where ${sql} limit ${mostCompared + 1}`,
    values,
  );
  if (rows.length > mostCompared) return undefined;
  return new Set(rows.map(({ reading_position }) => Number(reading_position)));
}
