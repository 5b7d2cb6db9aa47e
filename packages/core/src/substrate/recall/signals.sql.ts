import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { byKey } from "../read/read-memories.sql.js";
import { type Signals, signalColumns, signalsOf } from "./candidate.sql.js";

/** What counters and links say of these memories, now or at a moment. */
export async function readSignals(
  tx: Tx,
  who: Principal,
  ids: string[],
  at?: string,
): Promise<Map<string, Signals>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Signals & { id: string }>(
    `select m.id, ${signalColumns("$3")} from ${byKey("id", "$2::text[]")} ${signalsOf}`,
    [who.tenantId, ids, at ?? null],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
