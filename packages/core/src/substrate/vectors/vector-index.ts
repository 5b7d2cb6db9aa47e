import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "../../db/index.js";
import * as sql from "./vector-index.sql.js";

/**
 * From how many vectors an index is worth its cost. Measured at 256 dimensions: on a server, scanning a tenant of 50,000
 * takes 180 ms and the index 5 ms; at 10,000 a scan begins to be noticeable. The embedded engine builds ten times slower
 * and is blocked meanwhile, so it waits longer.
 */
const pays = { postgres: 10_000, embedded: 20_000 };

/** pgvector indexes no more dimensions than this in type vector. */
const maxDims = 2_000;

export interface VectorIndexes {
  vectors: number;
  created: string[];
  dropped: string[];
}

/**
 * One HNSW index for each space that is read from or being filled, once the store is large, and none for the others.
 * The planner still scans the vectors of a small tenant, because the index covers all tenants. Needs the owner's role.
 */
export async function ensureVectorIndex(
  db: Database,
  options: { from?: number } = {},
): Promise<VectorIndexes> {
  const from = options.from ?? pays[db.engine];
  return db.ownerStatements(async (tx) => {
    const vectors = await sql.estimateVectors(tx);
    const concurrently = db.engine === "postgres";
    const created: string[] = [];
    const dropped: string[] = [];
    for (const { space_id, dims, read, valid } of await sql.findSpaceIndexes(tx)) {
      const name = sql.indexName(space_id);
      if (valid !== null && !(read && valid)) {
        await sql.dropIndex(tx, space_id, concurrently);
        dropped.push(name);
      }
      if (!read || valid || vectors < from) continue;
      if (dims > maxDims) throw tooManyDims(dims);
      await sql.createIndex(tx, { spaceId: space_id, dims, concurrently });
      created.push(name);
    }
    if (created.length > 0) await sql.analyzeVectors(tx);
    return { vectors, created, dropped };
  });
}

/**
 * Whether a store has the index that it needs, and about how many vectors, by the engine's statistics. Changes nothing.
 */
export const vectorIndexState = (
  db: Database,
  { from = pays[db.engine] }: { from?: number } = {},
): Promise<{ vectors: number; state: "not needed" | "built" | "missing" }> =>
  db.anonymous(async (tx) => {
    const vectors = await sql.knownVectors(tx);
    if (vectors < from) return { vectors, state: "not needed" };
    const spaces = await sql.findSpaceIndexes(tx);
    const missing = spaces.some(({ read, valid, dims }) => read && !valid && dims <= maxDims);
    return { vectors, state: missing ? "missing" : "built" };
  });

const tooManyDims = (dims: number) =>
  new PalimpsestError(
    "VALIDATION_ERROR",
    `Vectors of ${dims} dimensions cannot be indexed; set OPENAI_EMBED_DIMS to ${maxDims} or less and switch.`,
  );
