import { type Rows, selectList, type Tx } from "../db/index.js";
import { type Principal, principalSource } from "../identity/index.js";

const fields = ["event_id", "kind", "actor_type", "actor_id", "channel", "sensitivity", "memory_id"] as const;

export type TurnRow = Pick<Rows["record"], (typeof fields)[number]> & {
  /** Who recorded it, as type:id. The actor is only what they claim. */
  said_by: string;
  ts: string;
};

/** Records of a session up to a moment, newest first. */
export function readTurns(
  tx: Tx,
  reader: Principal,
  sessionId: string,
  { at, snapshot }: { at: string; snapshot?: string },
  { limit, skip }: { limit: number; skip: number },
) {
  return tx.prepared<TurnRow>(
    `select ${selectList("r", fields)},
       ${principalSource({ tenant: "r.tenant_id", id: "r.principal_id" })} as said_by,
       to_char(r.ts, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts
     from palimpsest.record r
     where r.tenant_id = $1 and r.session_id = $2 and palimpsest.was_committed(r.transaction_id, r.ts, $6::pg_snapshot, $3::timestamptz)
     order by r.ts desc, r.event_id desc limit $4 offset $5`,
    [reader.tenantId, sessionId, at, limit, skip, snapshot ?? null],
  );
}
