import { iso, type Tx } from "../db/index.js";

/** All revisions of a document expire now; gives the time. */
export async function resolveDocument(tx: Tx, headId: string, reason?: string): Promise<string> {
  const [row] = await tx.query<{ at: string }>(
    `select ${iso("r.at")} as at from palimpsest.resolve_artifact($1, $2) as r(at)`,
    [headId, reason ?? null],
  );
  return row!.at;
}
