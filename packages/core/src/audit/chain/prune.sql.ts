import { PalimpsestError } from "@palimpsest/contract";
import { sqlState, type Tx } from "../../db/index.js";
import type { Place } from "./check-chain.js";
import { logChanged } from "./seal.sql.js";

export interface Pruned extends Place {
  entries: number;
}

/**
 * Removes the first entries of a log that are older than so many seconds, at most `limit`, and gives the place of the last
 * one. Undefined if there are none. It fails if one of them, or the first that stays, is not as it was sealed.
 */
export async function pruneAudit(tx: Tx, keepSeconds: number, limit: number): Promise<Pruned | undefined> {
  const [row] = await tx
    .query<{ entries: number; seq: string; hash: string }>(
      `select entries, seq, hash from palimpsest.prune_audit(make_interval(secs => $1::float8), $2)`,
      [keepSeconds, limit],
    )
    .catch((cause: unknown) => {
      throw sqlState(cause) === logChanged ? changed(cause) : cause;
    });
  return row && { entries: row.entries, seq: Number(row.seq), hash: row.hash };
}

const changed = (cause: unknown) =>
  new PalimpsestError(
    "INTERNAL",
    "The oldest entries of the audit log were not removed: the log is not as it was sealed, so somebody has changed the tables. Run: palimpsest audit verify",
    { cause },
  );

/** When the first entry that is left was made; undefined if retention has removed none. */
export async function prunedUntil(tx: Tx, tenantId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `select a.at from palimpsest.audit_head h
     join palimpsest.audit_entry a on a.tenant_id = h.tenant_id and a.seq = h.pruned_seq + 1
     where h.tenant_id = $1 and h.pruned_seq > 0`,
    [tenantId],
  );
  return row?.at;
}
