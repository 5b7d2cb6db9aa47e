import type { Tx } from "../../db/index.js";

/** Links a fact, which may be somebody else's, to another that the caller can see; false if they were linked before. */
export async function linkFacts(
  tx: Tx,
  from: string,
  to: string,
  type: "supersedes" | "contradicts",
): Promise<boolean> {
  const [row] = await tx.prepared<{ linked: boolean }>(`select palimpsest.link_facts($1, $2, $3) as linked`, [
    from,
    to,
    type,
  ]);
  return row!.linked;
}
