import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/**
 * Counts an access of these capsules by this reader, in the transaction that answers: what is shown is counted, and what
 * is counted was shown.
 */
export async function countAccess(tx: Tx, who: Principal, capsuleIds: string[]): Promise<void> {
  await tx.query(
    `insert into palimpsest.capsule_access as a (tenant_id, capsule_id, agent_id, access_count)
     select $1, c.memory_id, $3, 1 from palimpsest.capsule c where c.tenant_id = $1 and c.memory_id = any ($2)
     order by c.memory_id
     on conflict (tenant_id, capsule_id, agent_id)
     do update set access_count = a.access_count + 1, last_accessed = clock_timestamp()`,
    [who.tenantId, capsuleIds, who.id],
  );
}

export async function accessesOf(
  tx: Tx,
  who: Principal,
  capsuleId: string,
): Promise<{ agent_id: string; access_count: string; last_accessed: Date }[]> {
  return tx.query(
    `select agent_id, access_count, last_accessed from palimpsest.capsule_access
     where tenant_id = $1 and capsule_id = $2 order by last_accessed desc, agent_id`,
    [who.tenantId, capsuleId],
  );
}

export async function forwardsOf(tx: Tx, capsuleId: string): Promise<string[]> {
  const rows = await tx.query<{ capsule_id: string }>(
    `select capsule_id from palimpsest.capsule_forwards($1)`,
    [capsuleId],
  );
  return rows.map(({ capsule_id }) => capsule_id);
}
