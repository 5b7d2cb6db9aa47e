import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";

type Holding = OutputOf<PalimpsestContract["editExposure"]>["capsules"][number];

/** The capsules that hold a memory, for whom, and how often they were opened. */
export function capsulesHolding(tx: Tx, memoryId: string): Promise<Holding[]> {
  return tx.query<Holding & { [column: string]: unknown }>(
    `select c.capsule_id, c.audience as audience_agent_ids, c.access_count::integer as access_count
     from palimpsest.capsules_holding($1) c`,
    [memoryId],
  );
}
