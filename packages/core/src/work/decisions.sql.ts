import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { type Filter, type MemoryRow, readMemories } from "../substrate/index.js";

/** Decisions of policy before those of a project, a user and a session; the newest first. */
export const readDecisions = (tx: Tx, who: Principal, filter: Filter, limit: number): Promise<MemoryRow[]> =>
  readMemories(tx, who, filter, {
    where: "true",
    values: [],
    order: "palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id desc",
    limit,
  });
