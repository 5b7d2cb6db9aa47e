import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { derivedFrom, type Reach } from "./derived.js";

type BlastRadius = OutputOf<PalimpsestContract["previewEdit"]>["blast_radius"];

const shownDerived = 1_000;
const shownReceipts = 50;

/** What a memory has touched: what was made from it, the capsules that hold it, the contexts that showed it. */
export async function blastRadius(
  tx: Tx,
  who: Principal,
  memoryId: string,
  reach: Reach,
): Promise<BlastRadius> {
  const { memories } = await derivedFrom(tx, who, memoryId, reach);
  const capsules = await tx.query<{ capsule_id: string }>(
    `select c.capsule_id from palimpsest.capsules_holding($1) c`,
    [memoryId],
  );
  const receipts = await tx.query<{ acb_id: string; n: number }>(
    `select r.acb_id, (count(*) over ())::integer as n
     from (select distinct i.acb_id from palimpsest.receipt_item i where i.tenant_id = $1 and i.memory_id = $2) i
     join palimpsest.receipt r on r.tenant_id = $1 and r.acb_id = i.acb_id
     order by r.created_at desc, r.acb_id desc limit $3`,
    [who.tenantId, memoryId, shownReceipts],
  );
  return {
    derived: memories.slice(0, shownDerived).map(({ id, kind, depth }) => ({
      memory_id: id,
      kind,
      depth,
      link: "derived_from",
    })),
    derived_count: memories.length,
    capsules: capsules.map(({ capsule_id }) => capsule_id),
    receipts: receipts.map(({ acb_id }) => acb_id),
    receipt_count: receipts[0]?.n ?? 0,
  };
}
