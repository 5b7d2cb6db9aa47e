import { kindOf } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Prepared } from "./draft.js";

/** Locks this text in the tenant until the transaction ends, so that two calls at once write one memory. */
export async function lockWords(tx: Tx, who: Principal, { hash }: Prepared): Promise<void> {
  await tx.prepared(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${who.tenantId} ${hash}`]);
}

/** An existing memory with the same text, place, readers and expiry. */
export async function findSame(tx: Tx, who: Principal, m: Prepared) {
  const [row] = await tx.query<{ id: string; recorded_at: string }>(
    `select id, ${iso("recorded_at")} as recorded_at from palimpsest.memory
     where tenant_id = $1 and content_hash = $2 and kind = $3 and not retracted and owner_id = $4
       and visibility = $5 and audience @> $11::text[] and audience <@ $11::text[] and status = any ($12)
       and scope is not distinct from $6 and subject_type is not distinct from $7
       and subject_id is not distinct from $8 and project_id is not distinct from $9
       and session_id is not distinct from $10
       and expires_at is not distinct from $13 and (expires_at is null or expires_at > clock_timestamp())
     order by memory.recorded_at limit 1`,
    [
      who.tenantId,
      m.hash,
      m.kind,
      who.id,
      m.visibility,
      m.scope ?? null,
      m.subjectType ?? null,
      m.subjectId ?? null,
      m.projectId ?? null,
      m.sessionId ?? null,
      m.audience ?? [],
      // A task that is done can be opened again.
      kindOf(m.kind).states?.live ?? ["active"],
      m.expiresAt ?? null,
    ],
  );
  return row;
}
