import type { Tx } from "../../db/index.js";
import type { Policy } from "../../policy/index.js";

/** How many derived memories to follow, and how deep. */
export type Reach = Pick<Policy["limits"], "cascade_memories" | "cascade_depth">;

export interface Derived {
  id: string;
  kind: string;
  depth: number;
}

export interface DerivedMemories {
  /** Those that the caller may read. */
  memories: Derived[];
  /** How many there are beside them. */
  hidden: number;
  /** The ids of those of them that the caller may undo without reading them. */
  unread: string[];
  /** There are more, or deeper ones, than the limits allow. */
  capped: boolean;
}

/** The memories derived from these, directly and through others, level by level. Cycles of links are followed once. */
export async function derivedFrom(
  tx: Tx,
  ids: string[],
  { cascade_memories: maxMemories, cascade_depth: maxDepth }: Reach,
): Promise<DerivedMemories> {
  const rows = await tx.query<{ id: string | null; kind: string; depth: number; hidden: boolean }>(
    `select id, kind, depth, hidden from palimpsest.derived_memories($1, $2, $3)`,
    [ids, maxMemories, maxDepth],
  );
  const within = rows.filter(({ depth }) => depth <= maxDepth).slice(0, maxMemories);
  const hidden = within.filter((row) => row.hidden);
  return {
    memories: within.flatMap(({ id, kind, depth, hidden }) => (hidden ? [] : [{ id: id!, kind, depth }])),
    hidden: hidden.length,
    unread: hidden.flatMap(({ id }) => id ?? []),
    capped: rows.length > within.length,
  };
}
