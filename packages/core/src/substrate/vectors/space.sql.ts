import type { Tx } from "../../db/index.js";

/** Whether the space with this id is the one that searches read from. */
export const isActiveSpace = (id: string): string =>
  `exists (select 1 from palimpsest.embedding_space where space_id = ${id}::integer and state = 'active')`;

/** The id of a model's space, created if missing; null if it exists with another number of dimensions. */
export async function registerSpace(tx: Tx, model: string, dims: number): Promise<number | null> {
  const [row] = await tx.query<{ space_id: number | null }>(
    `select palimpsest.register_space($1, $2) as space_id`,
    [model, dims],
  );
  return row?.space_id ?? null;
}

export async function spaceState(tx: Tx, spaceId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ state: string }>(
    `select state from palimpsest.embedding_space where space_id = $1`,
    [spaceId],
  );
  return row?.state;
}
