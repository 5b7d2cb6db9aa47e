import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** Counts that a memory was confirmed; gives how often by now. */
export async function countConfirmation(tx: Tx, who: Principal, id: string): Promise<number> {
  const [row] = await tx.prepared<{ confirmations: number }>(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what) values ($1, $2, 'confirmation'))
     insert into palimpsest.memory_signal as s (tenant_id, memory_id, confirmations, last_confirmed)
     values ($1, $2, 1, clock_timestamp())
     on conflict (tenant_id, memory_id) do update
       set confirmations = s.confirmations + 1, last_confirmed = excluded.last_confirmed
     returning confirmations`,
    [who.tenantId, id],
  );
  return row!.confirmations;
}
