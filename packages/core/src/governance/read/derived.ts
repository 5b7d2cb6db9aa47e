import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";

/** How far to look. */
export type Reach = Pick<Policy["limits"], "cascade_memories" | "cascade_depth">;

export interface Derived {
  id: string;
  kind: string;
  depth: number;
}

export interface DerivedMemories {
  memories: Derived[];
  /** There are more, or deeper ones, than were looked at. */
  capped: boolean;
}

/** What was made from a memory, and from that in turn, level by level; a circle ends where it began. */
export async function derivedFrom(
  tx: Tx,
  who: Principal,
  id: string,
  { cascade_memories: most, cascade_depth: deepest }: Reach,
): Promise<DerivedMemories> {
  const seen = new Set([id]);
  const memories: Derived[] = [];
  let level = [id];
  for (let depth = 1; level.length > 0; depth++) {
    const rows = await tx.query<{ id: string; kind: string }>(
      `select distinct m.id, m.kind
       from palimpsest.memory_link l
       join palimpsest.memory m on m.tenant_id = l.tenant_id and m.id = l.from_id
       where l.tenant_id = $1 and l.type = 'derived_from' and l.to_id = any ($2)
       order by m.id limit $3`,
      [who.tenantId, level, most + seen.size],
    );
    const fresh = rows.filter((row) => !seen.has(row.id));
    if (fresh.length > 0 && depth > deepest) return { memories, capped: true };
    for (const row of fresh) {
      if (memories.length === most) return { memories, capped: true };
      seen.add(row.id);
      memories.push({ ...row, depth });
    }
    level = fresh.map((row) => row.id);
  }
  return { memories, capped: false };
}
