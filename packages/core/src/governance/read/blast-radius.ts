import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { capsulesHolding } from "../../capsules/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { receiptsShowing } from "../../receipts/index.js";
import { derivedFrom, type Reach } from "../../substrate/index.js";

type BlastRadius = OutputOf<PalimpsestContract["previewEdit"]>["blast_radius"];

const shownDerived = 1_000;
const shownReceipts = 50;

/** What a memory has touched: what was made from it or from its twins, the capsules that hold it, the contexts that showed it. */
export async function blastRadius(
  tx: Tx,
  who: Principal,
  memoryId: string,
  twinIds: string[],
  reach: Reach,
): Promise<BlastRadius> {
  const { memories, hidden } = await derivedFrom(tx, [memoryId, ...twinIds], reach);
  const capsules = await capsulesHolding(tx, memoryId);
  const receipts = await receiptsShowing(tx, who, memoryId, shownReceipts);
  return {
    derived: memories.slice(0, shownDerived).map(({ id, kind, depth }) => ({
      memory_id: id,
      kind,
      depth,
      link: "derived_from",
    })),
    derived_count: memories.length,
    hidden_count: hidden,
    capsules: capsules.map(({ capsule_id }) => capsule_id),
    receipts: receipts.acbIds,
    receipt_count: receipts.total,
  };
}
