import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** How often a procedure was used, and how it went. */
export interface ProcedureUse {
  activations: number;
  successes: number;
  failures: number;
  neutrals: number;
  /** Those that say how well it works: of one agent at most ten, unless the procedure is its own. */
  weighed_successes: number;
  weighed_failures: number;
  last_used_at: Date | null;
}

const unused: ProcedureUse = {
  ...{ activations: 0, successes: 0, failures: 0, neutrals: 0 },
  ...{ weighed_successes: 0, weighed_failures: 0, last_used_at: null },
};

const counters = {
  activation: "activations",
  success: "successes",
  failure: "failures",
  neutral: "neutrals",
} as const;

/** Adds one, in a single statement, so that none is lost of many at once. */
export async function countUse(
  tx: Tx,
  who: Principal,
  id: string,
  what: keyof typeof counters,
): Promise<void> {
  const column = counters[what];
  const usedAt = what === "activation" ? "clock_timestamp()" : "null";
  await tx.prepared(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what) values ($1, $2, $3))
     insert into palimpsest.memory_signal as s (tenant_id, memory_id, ${column}, last_used_at)
     values ($1, $2, 1, ${usedAt})
     on conflict (tenant_id, memory_id) do update
       set ${column} = s.${column} + 1, last_used_at = coalesce(excluded.last_used_at, s.last_used_at)`,
    [who.tenantId, id, what],
  );
}

/** The counters of these procedures; all are 0 for one that was never used. */
export async function readUse(tx: Tx, who: Principal, ids: string[]): Promise<(id: string) => ProcedureUse> {
  const rows =
    ids.length === 0
      ? []
      : await tx.prepared<ProcedureUse & { memory_id: string }>(
          `select memory_id, activations, successes, failures, neutrals, successes - surplus_successes as weighed_successes,
             failures - surplus_failures as weighed_failures, last_used_at
           from palimpsest.memory_signal where tenant_id = $1 and memory_id = any ($2)`,
          [who.tenantId, ids],
        );
  const byId = new Map(rows.map(({ memory_id, ...use }) => [memory_id, use]));
  return (id) => byId.get(id) ?? unused;
}
