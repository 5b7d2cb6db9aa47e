import { notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../fold/lock-memories.sql.js";

/** Links a memory to others that the caller may see. If one is missing or foreign, nothing is linked. */
export async function insertLinks(
  tx: Tx,
  who: Principal,
  from: string,
  to: string[],
  type: string,
): Promise<void> {
  // With the lock, a cascading edit of one of them either sees this link or is committed before it.
  await lockMemories(tx, to);
  const linked = await tx.query(
    `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
     select $1, $2, m.id, $4 from palimpsest.memory m where m.tenant_id = $1 and m.id = any ($3) and not m.retracted
     returning to_id`,
    [who.tenantId, from, to, type],
  );
  if (linked.length !== new Set(to).size) throw notFound("memory");
}
