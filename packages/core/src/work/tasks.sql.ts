import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { type Filter, type MemoryRow, readMemories } from "../substrate/index.js";

/** Tasks being done, then open ones, then those that are done; the newest first. */
export const readTasks = (tx: Tx, who: Principal, filter: Filter, limit: number): Promise<MemoryRow[]> =>
  readMemories(tx, who, filter, {
    where: "true",
    values: [],
    order: "array_position(array['doing', 'open', 'done'], m.status), m.occurred_at desc, m.id desc",
    limit,
  });
