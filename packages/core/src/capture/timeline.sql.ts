import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { type Filter, type MemoryRow, readMemories } from "../substrate/index.js";

/** Memories from so many seconds before a moment to as many after it. */
export const around = (at: Date, seconds: number) => ({
  where: `m.occurred_at between ?1::timestamptz - make_interval(secs => ?2)
                            and ?1::timestamptz + make_interval(secs => ?2)`,
  values: [at, seconds],
});

/** Those of them that are admitted, nearest first, with their distance. */
export function readAround(
  tx: Tx,
  who: Principal,
  filter: Filter,
  window: ReturnType<typeof around>,
  limit: number,
): Promise<(MemoryRow & { distance: number })[]> {
  return readMemories(tx, who, filter, {
    ...window,
    columns: "round(extract(epoch from m.occurred_at - ?1::timestamptz))::integer as distance",
    order: "abs(extract(epoch from m.occurred_at - ?1::timestamptz)), m.id",
    limit,
  });
}
