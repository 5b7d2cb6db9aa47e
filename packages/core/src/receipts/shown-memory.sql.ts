import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";

type ContextShowing = OutputOf<PalimpsestContract["editExposure"]>["contexts"][number];

/** The contexts that showed a memory, newest first, once for each place in them. */
export function contextsShowing(
  tx: Tx,
  who: Principal,
  memoryId: string,
  limit: number,
): Promise<ContextShowing[]> {
  return tx.query<ContextShowing & { [column: string]: unknown }>(
    `select r.acb_id, r.session_id, r.principal_id as agent_id, ${iso("r.created_at")} as created_at, i.section
     from palimpsest.receipt_item i
     join palimpsest.receipt r on r.tenant_id = i.tenant_id and r.acb_id = i.acb_id
     where i.tenant_id = $1 and i.memory_id = $2
     order by r.created_at desc, r.acb_id desc, i.position limit $3`,
    [who.tenantId, memoryId, limit],
  );
}

export interface Exposure {
  [column: string]: unknown;
  /** How many contexts showed it. */
  shown: number;
  sessions: string[];
  agents: string[];
}

/** Over all contexts that showed a memory: how many, in which sessions, to whom. */
export async function exposureOf(tx: Tx, who: Principal, memoryId: string): Promise<Exposure> {
  const [row] = await tx.query<Exposure>(
    `select count(distinct r.acb_id)::integer as shown,
       coalesce(array_agg(distinct r.session_id), '{}') as sessions,
       coalesce(array_agg(distinct r.principal_id), '{}') as agents
     from palimpsest.receipt_item i
     join palimpsest.receipt r on r.tenant_id = i.tenant_id and r.acb_id = i.acb_id
     where i.tenant_id = $1 and i.memory_id = $2`,
    [who.tenantId, memoryId],
  );
  return row!;
}

/** The newest receipts that list a memory, and how many there are in all. */
export async function receiptsShowing(
  tx: Tx,
  who: Principal,
  memoryId: string,
  limit: number,
): Promise<{ acbIds: string[]; total: number }> {
  const rows = await tx.query<{ acb_id: string; n: number }>(
    `select r.acb_id, (count(*) over ())::integer as n
     from (select distinct i.acb_id from palimpsest.receipt_item i where i.tenant_id = $1 and i.memory_id = $2) i
     join palimpsest.receipt r on r.tenant_id = $1 and r.acb_id = i.acb_id
     order by r.created_at desc, r.acb_id desc limit $3`,
    [who.tenantId, memoryId, limit],
  );
  return { acbIds: rows.map(({ acb_id }) => acb_id), total: rows[0]?.n ?? 0 };
}
