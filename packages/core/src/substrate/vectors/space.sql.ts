import type { Tx } from "../../db/index.js";

/** Whether the space with this id is the one that searches read from. */
export const isActiveSpace = (id: string): string =>
  `exists (select 1 from palimpsest.embedding_space where space_id = ${id}::integer and state = 'active')`;

/** A model's space, created if missing. Its id is null if it exists with another number of dimensions. */
export async function registerSpace(
  tx: Tx,
  model: string,
  dims: number,
): Promise<{ spaceId: number | null; vectorTypeId: number }> {
  const [row] = await tx.query<{ space_id: number | null; vector_type: string }>(
    `select palimpsest.register_space($1, $2) as space_id, 'vector'::regtype::oid::bigint as vector_type`,
    [model, dims],
  );
  return { spaceId: row!.space_id, vectorTypeId: Number(row!.vector_type) };
}

export async function spaceState(tx: Tx, spaceId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ state: string }>(
    `select state from palimpsest.embedding_space where space_id = $1`,
    [spaceId],
  );
  return row?.state;
}
