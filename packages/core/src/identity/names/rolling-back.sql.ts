import type { Tx } from "../../db/index.js";

/** The ids of writers whose rollback goes on. */
export async function writersRollingBack(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const rows = await tx.prepared<{ owner_id: string }>(
    `select distinct r.owner_id from palimpsest.rolling_back r where r.tenant_id = $1 order by r.owner_id`,
    [tenantId],
  );
  return rows.map(({ owner_id }) => owner_id);
}

/** Hides all that a writer wrote until its rollback ends; gives those who are hidden by now. */
export async function hideWriter(
  tx: Tx,
  tenantId: string,
  { rollbackId, writer }: { rollbackId: string; writer: string },
): Promise<readonly string[]> {
  await tx.query(`select palimpsest.hide_writer($1, $2)`, [rollbackId, writer]);
  return writersRollingBack(tx, tenantId);
}

/** The rollback has ended: what is left of the writer is read again. */
export async function showWriter(tx: Tx, tenantId: string, rollbackId: string): Promise<readonly string[]> {
  await tx.query(`select palimpsest.show_writer($1)`, [rollbackId]);
  return writersRollingBack(tx, tenantId);
}
