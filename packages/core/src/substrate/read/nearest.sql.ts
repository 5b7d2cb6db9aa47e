import { allInOrder } from "../../async/index.js";
import type { Rows, Tx } from "../../db/index.js";
import { nearestAdmitted, nearestVectors } from "../vectors/nearest-vectors.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { admissionOf, isNarrow, isUnknownShare } from "./admission.sql.js";
import type { Filter } from "./filter.js";

export type Neighbour = Pick<Rows["memory"], "reading_position"> & { cosine: number };

/** How the vector index is read until the transaction ends, where this many are looked for. */
export const readVectorsFor = (tx: Tx, limit: number): Promise<unknown> =>
  tx.query(
    `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $1, true)`,
    [String(Math.min(1000, Math.max(100, limit * 4)))],
  );

/** So many times as many vectors are looked at first as are wanted, since some of their memories are not admitted. */
const overfetch = 2;

/**
 * The memories nearest to a vector in the active space that the filter admits. If it admits most of their kinds, the nearest
 * vectors are found first, and their memories are looked at; if too few of those are admitted, or it is narrow, each is
 * admitted before it counts. The planner chooses between the tenant's own rows and the vector index; with iterative scan a
 * filter does not reduce recall. With `among`, the memories at these positions alone are compared; and so are those that
 * pass the filter, if they are few.
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
  const isFew = few !== undefined || isNarrow(filter);
  const [, found] = await allInOrder(
    readVectorsFor(tx, limit),
    isFew ? Promise.resolve(undefined) : nearestOfKinds(tx, tenantId, vector, filter, limit),
  );
  if (found) return found;
  const after = [tenantId, vector.bytes];
  const evenly = few === undefined;
  const { sql, values } = admissionOf(tenantId, filter, { present: true, evenly, after });
  const admission = few ? `${sql} and m.reading_position = any ($${values.push([...few])}::bigint[])` : sql;
  return tx.query<Neighbour>(
    `select near.reading_position, 1 - near.distance as cosine
     from ${nearestAdmitted(vector, { vector: "$2", limit, admission })} near order by near.distance`,
    values,
  );
}

/** Those among the nearest of their kinds; undefined if too few of these are admitted, and there may be others. */
async function nearestOfKinds(
  tx: Tx,
  tenantId: string,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
): Promise<Neighbour[] | undefined> {
  const after = [tenantId, vector.bytes, filter.kinds];
  const { sql, values } = admissionOf(tenantId, filter, { present: true, after });
  const most = overfetch * limit;
  const rows = await tx.prepared<Partial<Neighbour> & { looked_at: number }>(
    `with near as materialized (
       select * from ${nearestVectors(vector, { vector: "$2", kinds: "$3::text[]", limit: most })}
     )
     select looked.looked_at, found.*
     from (select count(*)::integer as looked_at from near) looked left join (
       select m.reading_position, 1 - near.distance as cosine
       from near cross join lateral (
         select * from palimpsest.memory where tenant_id = $1 and id = near.memory_id offset 0) m
       where ${sql}
     ) found on true
     order by found.cosine desc`,
    values,
  );
  const found = rows.filter((row): row is (typeof rows)[number] & Neighbour => row.cosine !== null);
  const isShort = found.length < limit && rows[0]!.looked_at === most;
  return isShort ? undefined : found.slice(0, limit);
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
