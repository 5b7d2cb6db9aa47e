import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { MemoryRow } from "../../memory.js";
import type { Filter } from "../filter.js";
import { readMemories } from "../read-memories.sql.js";

/** The caller's own turn at this place of a conversation, and whether it says this, or said it before it was edited. */
export async function findTurn(
  tx: Tx,
  who: Principal,
  { hash, sessionId, attributes }: { hash: string; sessionId?: string; attributes: Attributes },
): Promise<{ id: string; is_same: boolean } | undefined> {
  const [row] = await tx.query<{ id: string; is_same: boolean }>(
    `select m.id, $5 in (m.content_hash, m.original_hash) and m.attributes->>'role' = $6 as is_same
     from palimpsest.memory m
     where m.tenant_id = $1 and m.session_id = $2 and m.owner_id = $3 and m.kind = 'interaction'
       and m.attributes->>'turn_index' = $4 and not m.retracted
     order by m.recorded_at limit 1`,
    [who.tenantId, sessionId, who.id, String(attributes.turn_index), hash, attributes.role],
  );
  return row;
}

/** The caller's own last turns that the filter admits, the last first, each with how many there are. */
export const lastTurns = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  limit: number,
): Promise<(MemoryRow & { total: number })[]> =>
  readMemories<{ total: number }>(tx, who, filter, {
    where: "m.owner_id = ?1 and m.attributes->>'turn_index' is not null",
    values: [who.id],
    columns: "count(*) over ()::integer as total",
    order: "(m.attributes->>'turn_index')::integer desc",
    limit,
  });
