import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";
import { madeFrom } from "./made-from.sql.js";

/** How many derived memories to follow, and how deep. */
export type Reach = Pick<Policy["limits"], "cascade_memories" | "cascade_depth">;

export interface Derived {
  id: string;
  kind: string;
  depth: number;
}

export interface DerivedMemories {
  memories: Derived[];
  /** There are more, or deeper ones, than the limits allow. */
  capped: boolean;
}

/** The memories derived from one, directly and through others, level by level. Cycles of links are followed once. */
export async function derivedFrom(
  tx: Tx,
  who: Principal,
  id: string,
  { cascade_memories: maxMemories, cascade_depth: maxDepth }: Reach,
): Promise<DerivedMemories> {
  const seen = new Set([id]);
  const memories: Derived[] = [];
  let level = [id];
  for (let depth = 1; level.length > 0; depth++) {
    const rows = await madeFrom(tx, who, level, maxMemories + seen.size);
    const fresh = rows.filter((row) => !seen.has(row.id));
    if (fresh.length > 0 && depth > maxDepth) return { memories, capped: true };
    for (const row of fresh) {
      if (memories.length === maxMemories) return { memories, capped: true };
      seen.add(row.id);
      memories.push({ ...row, depth });
    }
    level = fresh.map((row) => row.id);
  }
  return { memories, capped: false };
}
