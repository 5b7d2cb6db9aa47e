import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { unexpired } from "../read/visible-memory.sql.js";
import type { Prepared } from "./draft.js";

/** A skill of the caller's with the same words, of the same type, agent and user. */
export async function findSameSkill(tx: Tx, who: Principal, { kind, hash, attributes }: Prepared) {
  const [row] = await tx.query<{ id: string; recorded_at: string }>(
    `select m.id, ${iso("m.recorded_at")} as recorded_at from palimpsest.memory m
     where m.tenant_id = $1 and m.content_hash = $2 and m.kind = $3 and m.owner_id = $4 and m.status = 'active'
       and not m.retracted and ${unexpired("m")}
       and m.attributes->>'procedure_type' = $5 and m.attributes->>'agent_id' = $6 and m.attributes->>'user_id' = $7
       and m.attributes->>'trigger_condition' is not distinct from $8
     order by m.recorded_at limit 1`,
    [
      who.tenantId,
      hash,
      kind,
      who.id,
      attributes.procedure_type,
      attributes.agent_id,
      attributes.user_id,
      attributes.trigger_condition ?? null,
    ],
  );
  return row;
}
