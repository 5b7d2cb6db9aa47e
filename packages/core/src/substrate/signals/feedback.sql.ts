import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

const halfLife = 30 * 86_400;

/** A number so small that the column could not hold it is none. */
const rounded = (value: string) => `round((${value})::numeric, 6)::float8`;

const age = `extract(epoch from clock_timestamp() - coalesce(s.utility_at, clock_timestamp()))::float8 / ${halfLife}`;

/**
 * What is left of a utility by now: it halves in thirty days. An import may bring any time, and neither what would be
 * left after centuries nor what would grow from a time to come fits a number.
 */
const decayed = `s.utility * power(0.5::float8, least(greatest(${age}, 0), 100))`;

export interface Usefulness {
  [column: string]: unknown;
  id: string;
  utility: number;
  /** Null until somebody has said how it proved. */
  confidence: number | null;
  /** When it last helped. */
  helped_at: Date | null;
}

/** How useful these memories proved. Those of which nobody has said anything are missing. */
export async function readUsefulness(
  tx: Tx,
  who: Principal,
  ids: string[],
): Promise<Map<string, Usefulness>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<Usefulness>(
    `select s.memory_id as id, ${decayed} as utility, s.confidence, s.last_used_at as helped_at
     from palimpsest.memory_signal s where s.tenant_id = $1 and s.memory_id = any ($2)`,
    [who.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Moved {
  id: string;
  utility: number;
  confidence: number;
  /** How sure the memory was before anybody said anything. */
  before: number;
  signal: "helpful" | "harmful" | "outdated" | "duplicate";
}

/** Moves utility and confidence; a memory that helped counts as recent again. */
export async function moveUsefulness(
  tx: Tx,
  who: Principal,
  { id, utility, confidence, before, signal }: Moved,
): Promise<void> {
  const within = (value: string) => rounded(`least(1, greatest(0, ${value} + $4::float8))`);
  await tx.prepared(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what, utility, confidence, computed, stored)
       values ($1, $2, $6, ${rounded("$3::float8")}, ${rounded("$4::float8")}, ${rounded("$5::float8")},
         (select s.confidence from palimpsest.memory_signal s where s.tenant_id = $1 and s.memory_id = $2)))
     insert into palimpsest.memory_signal as s (tenant_id, memory_id, utility, utility_at, confidence, last_used_at)
     values ($1, $2, ${rounded("$3::float8")}, clock_timestamp(), ${within("$5::float8")},
       case when $6 = 'helpful' then clock_timestamp() end)
     on conflict (tenant_id, memory_id) do update
       set utility = ${rounded(`${decayed} + $3::float8`)}, utility_at = clock_timestamp(),
           confidence = ${within("coalesce(s.confidence, $5::float8)")},
           last_used_at = case when $6 = 'helpful' then clock_timestamp() else s.last_used_at end`,
    [who.tenantId, id, utility, confidence, before, signal],
  );
}
