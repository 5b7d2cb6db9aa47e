import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { type Filter, type MemoryRow, overLimitLast, readMemories } from "../substrate/index.js";

const order = "palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id desc";
/** So many of one agent or service stand in their place; what it has beyond them comes after all others. */
const perWriter = 10;

/** Decisions of policy before those of a project, a user and a session; the newest first. */
export const readDecisions = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  { limit, writers }: { limit: number; writers: readonly string[] },
): Promise<MemoryRow[]> =>
  readMemories(tx, who, filter, {
    where: "true",
    values: [who.id, writers, perWriter],
    order: `${overLimitLast({ reader: "?1", writers: "?2" }, "?3", order)}, ${order}`,
    limit,
  });
