import type { PrincipalType } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";

export interface SuspendedRow {
  [column: string]: unknown;
  principal_id: string;
  type: PrincipalType;
  suspended_at: string | null;
  suspended_by: string | null;
  suspended_reason: string | null;
}

const columns = `principal_id, type, ${iso("suspended_at")} as suspended_at, suspended_by, suspended_reason`;

export async function findPrincipal(tx: Tx, who: Principal, id: string): Promise<SuspendedRow | undefined> {
  const [row] = await tx.query<SuspendedRow>(
    `select ${columns} from palimpsest.principal where tenant_id = $1 and principal_id = $2`,
    [who.tenantId, id],
  );
  return row;
}

/** Waits for the writes of the principal that are under way, and refuses those that come later. */
export async function markSuspended(tx: Tx, who: Principal, id: string, reason: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(palimpsest.writer_lock($1))`, [id]);
  await tx.query(
    `update palimpsest.principal set suspended_at = clock_timestamp(), suspended_by = $3, suspended_reason = $4
     where tenant_id = $1 and principal_id = $2 and suspended_at is null`,
    [who.tenantId, id, `${who.type}:${who.id}`, reason],
  );
}

export async function markResumed(tx: Tx, who: Principal, id: string): Promise<void> {
  await tx.query(
    `update palimpsest.principal set suspended_at = null, suspended_by = null, suspended_reason = null
     where tenant_id = $1 and principal_id = $2`,
    [who.tenantId, id],
  );
}
