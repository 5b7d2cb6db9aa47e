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
