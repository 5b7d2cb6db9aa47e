import type { Tx } from "../../db/index.js";

/** Whether a memory is one of several passages of a document: only these share words with each other. */
export const isPassageId = (id: string): boolean => id.startsWith("art_") && id.includes("::chunk::");

/** The passages that overlap with these and that the caller may see. */
export async function overlapping(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select id from palimpsest.overlapping($1) as o(id) order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
