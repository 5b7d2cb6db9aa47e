import { notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../fold/lock-memories.sql.js";

/**
 * Links a memory of the caller's own to others that the caller may see. If one is missing or foreign, nothing is linked;
 * a link that is there already stays.
 */
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
    `with source as (
       select m.id from palimpsest.memory m where m.tenant_id = $1 and m.id = any ($3) and not m.retracted),
     linked as (
       insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
       select $1, $2, source.id, $4 from source on conflict do nothing)
     select id from source`,
    [who.tenantId, from, to, type],
  );
  if (linked.length !== new Set(to).size) throw notFound("memory");
}
