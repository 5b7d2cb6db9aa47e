import type { Tx } from "../db/index.js";
import { type Principal, principalSource } from "../identity/index.js";

export interface TurnRow {
  [column: string]: unknown;
  event_id: string;
  kind: string;
  actor_type: string;
  actor_id: string;
  /** Who recorded it, as type:id. The actor is only what they claim. */
  said_by: string;
  ts: string;
  sensitivity: string;
  memory_id: string | null;
}

/** The last records of a session, newest first. */
export function readTurns(tx: Tx, reader: Principal, sessionId: string, at: string, limit: number) {
  return tx.query<TurnRow>(
    `select r.event_id, r.kind, r.actor_type, r.actor_id, r.sensitivity, r.memory_id,
       ${principalSource({ tenant: "r.tenant_id", id: "r.principal_id" })} as said_by,
       to_char(r.ts, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts
     from palimpsest.record r
     where r.tenant_id = $1 and r.session_id = $2 and r.ts <= $3::timestamptz
     order by r.ts desc, r.event_id desc limit $4`,
    [reader.tenantId, sessionId, at, limit],
  );
}
