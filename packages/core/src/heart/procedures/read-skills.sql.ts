import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";
import { type Query, search } from "../../retrieval/index.js";
import {
  type Filter,
  isTrusted,
  type MemoryRow,
  readMemories,
  trustOf,
  trustViewOf,
} from "../../substrate/index.js";

const most = 20;

/**
 * The procedures that may guide the reader: its own and trusted ones, but none that is kept for another user or agent.
 * Those that fit the question, best first; without a question the newest.
 */
export async function readSkills(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  { query, policy }: { query: Query | undefined; policy: Policy },
): Promise<MemoryRow[]> {
  const wanted = {
    ...filter,
    kinds: ["procedure"],
    statuses: ["active"],
    orAbsent: { user_id: reader.id, ...(reader.type === "human" ? {} : { agent_id: reader.id }) },
  };
  const view = trustViewOf(reader, policy);
  const newest = await readMemories(tx, reader, wanted, {
    where: "true",
    state: isTrusted("m", { reader: "?1", writers: "?2" }),
    values: [view.readerId, view.writers],
    order: "m.occurred_at desc, m.id desc",
    limit: most,
  });
  if (newest.length === 0 || query === undefined) return newest;
  const { hits } = await search(tx, reader, query, wanted, { limit: most, policy });
  return hits.map(({ row }) => row).filter((row) => trustOf(row, view) !== "untrusted");
}
