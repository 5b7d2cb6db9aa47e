import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Rows, Tx } from "../../db/index.js";

export type Space = Omit<OutputOf<PalimpsestContract["embeddingsStatus"]>["spaces"][number], "thresholds">;

type SpaceRow = Pick<Rows["embedding_space"], "space_id" | "model" | "dims" | "state"> & {
  vectors: string;
  missing: string;
};

/** Every space, with the counts of the transaction's tenant. */
export async function findSpaces(tx: Tx): Promise<Space[]> {
  const rows = await tx.query<SpaceRow>(
    `select s.space_id, s.model, s.dims, s.state, c.vectors, c.missing
     from palimpsest.embedding_space s join palimpsest.space_counts() c on c.space_id = s.space_id
     order by s.space_id`,
  );
  return rows.map((row) => ({ ...row, vectors: Number(row.vectors), missing: Number(row.missing) }));
}

/** Progress of the jobs that fill a space, over all tenants. */
export async function spaceProgress(
  tx: Tx,
  spaceId: number,
): Promise<{ open: number; done: number; total: number }> {
  const [row] = await tx.query<{ open_jobs: string; done: string; total: string }>(
    `select open_jobs, done, total from palimpsest.space_progress($1)`,
    [spaceId],
  );
  return { open: Number(row!.open_jobs), done: Number(row!.done), total: Number(row!.total) };
}
