import type { Tx } from "../../db/index.js";

export const indexName = (spaceId: number): string => `memory_vector_space_${Math.trunc(spaceId)}`;

export const analyzeVectors = (tx: Tx) => tx.query(`analyze palimpsest.memory_vector`);

/** Policies hide the rows from their owner too; the statistics know how many there are. */
export async function estimateVectors(tx: Tx): Promise<number> {
  await analyzeVectors(tx);
  return knownVectors(tx);
}

/** As many as there were when the table was last analysed, 0 if it never was. */
export async function knownVectors(tx: Tx): Promise<number> {
  const [size] = await tx.query<{ n: number }>(
    `select reltuples::float8 as n from pg_catalog.pg_class where oid = 'palimpsest.memory_vector'::regclass`,
  );
  return Math.max(0, size!.n);
}

export interface SpaceIndex {
  [column: string]: unknown;
  space_id: number;
  dims: number;
  read: boolean;
  /** Null: there is no index. False: its build was interrupted. */
  valid: boolean | null;
}

export const findSpaceIndexes = (tx: Tx): Promise<SpaceIndex[]> =>
  tx.query<SpaceIndex>(
    `select s.space_id, s.dims, s.state in ('active', 'filling') as read, i.indisvalid as valid
     from palimpsest.embedding_space s
     left join pg_catalog.pg_index i
       on i.indexrelid = to_regclass('palimpsest.memory_vector_space_' || s.space_id)
     order by s.space_id`,
  );

const howBuilt = (concurrently: boolean): string => (concurrently ? "concurrently" : "");

export const dropIndex = (tx: Tx, spaceId: number, concurrently: boolean) =>
  tx.query(`drop index ${howBuilt(concurrently)} palimpsest.${indexName(spaceId)}`);

/**
 * A graph that does not fit the usual 64 MB is built four times slower, so a server gives it more memory. Outside a
 * transaction the setting must be reset by hand.
 */
export async function createIndex(
  tx: Tx,
  { spaceId, dims, concurrently }: { spaceId: number; dims: number; concurrently: boolean },
): Promise<void> {
  const build = () =>
    tx.query(
      `create index ${howBuilt(concurrently)} ${indexName(spaceId)} on palimpsest.memory_vector
       using hnsw ((embedding::vector(${Math.trunc(dims)})) vector_cosine_ops) where space_id = ${Math.trunc(spaceId)}`,
    );
  if (!concurrently) return void (await build());
  await tx.query(`set maintenance_work_mem = '512MB'`);
  try {
    await build();
  } finally {
    await tx.query(`reset maintenance_work_mem`);
  }
}
