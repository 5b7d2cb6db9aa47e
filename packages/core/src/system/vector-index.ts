import { PalimpsestError } from "@palimpsest/contract";
import type { Database, Tx } from "../db/index.js";

/**
 * Vectors from which an index pays. Measured at 256 dimensions: on a server a tenant of 50,000 is scanned in 180 ms
 * and searched through the index in 5; at 10,000 a scan begins to be felt. The embedded engine builds ten times
 * slower and does nothing else meanwhile, so it waits longer.
 */
const pays = { postgres: 10_000, embedded: 20_000 };

/** The most dimensions that pgvector indexes in type vector. */
const mostDims = 2_000;

export interface VectorIndexes {
  vectors: number;
  created: string[];
  dropped: string[];
}

interface SpaceRow {
  [column: string]: unknown;
  space_id: number;
  dims: number;
  read: boolean;
  /** Null: there is none. False: a build was broken off. */
  valid: boolean | null;
}

const indexName = (spaceId: number) => `memory_vector_space_${Math.trunc(spaceId)}`;

/**
 * One HNSW index for each space that is read from or being filled, once the store is large, and none for the others.
 * The planner still scans a small tenant's own vectors: the index is everybody's. Needs the owner, since it is DDL.
 */
export async function ensureVectorIndex(
  db: Database,
  options: { from?: number } = {},
): Promise<VectorIndexes> {
  const from = options.from ?? pays[db.engine];
  return db.ownerStatements(async (tx) => {
    // Policies hide the rows from their owner too; the statistics know how many there are.
    await tx.query(`analyze palimpsest.memory_vector`);
    const [size] = await tx.query<{ n: number }>(
      `select reltuples::float8 as n from pg_catalog.pg_class where oid = 'palimpsest.memory_vector'::regclass`,
    );
    const vectors = Math.max(0, size!.n);
    const spaces = await tx.query<SpaceRow>(
      `select s.space_id, s.dims, s.state in ('active', 'filling') as read, i.indisvalid as valid
       from palimpsest.embedding_space s
       left join pg_catalog.pg_index i
         on i.indexrelid = to_regclass('palimpsest.memory_vector_space_' || s.space_id)
       order by s.space_id`,
    );
    const concurrently = db.engine === "postgres" ? "concurrently" : "";
    const created: string[] = [];
    const dropped: string[] = [];
    for (const { space_id, dims, read, valid } of spaces) {
      const name = indexName(space_id);
      if (valid !== null && !(read && valid)) {
        await tx.query(`drop index ${concurrently} palimpsest.${name}`);
        dropped.push(name);
      }
      if (!read || valid || vectors < from) continue;
      if (dims > mostDims) throw tooManyDims(dims);
      await inMuchMemory(db, tx, () =>
        tx.query(
          `create index ${concurrently} ${name} on palimpsest.memory_vector
           using hnsw ((embedding::vector(${Math.trunc(dims)})) vector_cosine_ops) where space_id = ${Math.trunc(space_id)}`,
        ),
      );
      created.push(name);
    }
    if (created.length > 0) await tx.query(`analyze palimpsest.memory_vector`);
    return { vectors, created, dropped };
  });
}

/** A graph that does not fit the usual 64 MB is built four times slower. No transaction: it must be put back by hand. */
async function inMuchMemory(db: Database, tx: Tx, build: () => Promise<unknown>): Promise<void> {
  if (db.engine === "embedded") return void (await build());
  await tx.query(`set maintenance_work_mem = '512MB'`);
  try {
    await build();
  } finally {
    await tx.query(`reset maintenance_work_mem`);
  }
}

const tooManyDims = (dims: number) =>
  new PalimpsestError(
    "VALIDATION_ERROR",
    `Vectors of ${dims} dimensions cannot be indexed; set OPENAI_EMBED_DIMS to ${mostDims} or less and switch.`,
  );
