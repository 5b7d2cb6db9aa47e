import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** Logs that a memory has entered a state; gives the time. */
export async function insertState(tx: Tx, who: Principal, id: string, status: string): Promise<string> {
  const [row] = await tx.prepared<{ at: string }>(
    `insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id) values ($1, $2, $3, $4)
     returning ${iso("at")} as at`,
    [who.tenantId, id, status, who.id],
  );
  return row!.at;
}

/** Logs the states that memories have entered, in this order; the caller may not be allowed to read them. */
export function insertStates(
  tx: Tx,
  who: Principal,
  states: { memory_id: string; status: string }[],
  rollbackId?: string,
): void {
  tx.send(
    `insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id, rollback_id)
     select $1, i.memory_id, i.status, $4, $5 from unnest($2::text[], $3::text[]) as i(memory_id, status)`,
    [
      who.tenantId,
      states.map(({ memory_id }) => memory_id),
      states.map(({ status }) => status),
      who.id,
      rollbackId ?? null,
    ],
  );
}
