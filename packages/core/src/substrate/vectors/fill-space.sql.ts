import type { Rows, Tx } from "../../db/index.js";

/** A memory that has no vector in a space. */
export type Unembedded = Pick<
  Rows["memory"],
  "id" | "kind" | "speaker" | "text" | "attributes" | "content_hash" | "boundary_class"
>;

/** A page of the tenant's memories without a vector in a space, after an id. Granted to the worker alone. */
export const findUnembedded = (tx: Tx, spaceId: number, after: string, limit: number) =>
  tx.query<Unembedded>(`select * from palimpsest.missing_vectors($1, $2, $3)`, [spaceId, after, limit]);

export async function countUnembedded(tx: Tx, spaceId: number): Promise<number> {
  const [row] = await tx.query<{ missing: string }>(
    `select missing from palimpsest.space_counts() where space_id = $1`,
    [spaceId],
  );
  return Number(row?.missing ?? 0);
}

/** Stores vectors of texts that are still what they were when they were embedded. */
export const storeVectors = (tx: Tx, spaceId: number, memories: Unembedded[], vectors: string[]) =>
  tx.query(`select palimpsest.fill_vectors($1, $2, $3, $4)`, [
    spaceId,
    memories.map(({ id }) => id),
    memories.map(({ content_hash }) => content_hash),
    vectors,
  ]);

/**
 * Makes a filling job for each tenant that misses vectors in a space; if none does, searches read from the space.
 * `goOn`: leave alone what was stopped or has failed.
 */
export async function advanceSpace(tx: Tx, spaceId: number, goOn: boolean): Promise<void> {
  await tx.query(`select palimpsest.advance_space($1, $2)`, [spaceId, goOn]);
}

/** Stops the filling of a space. Jobs that run see it at their next batch. */
export async function stopSpace(tx: Tx, spaceId: number): Promise<void> {
  await tx.query(`select palimpsest.stop_space($1)`, [spaceId]);
}
