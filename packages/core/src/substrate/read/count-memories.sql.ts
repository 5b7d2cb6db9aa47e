import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** How many memories of each kind the caller may see, retracted ones aside. */
export async function countByKind(tx: Tx, who: Principal): Promise<Record<string, number>> {
  const rows = await tx.query<{ kind: string; n: string }>(
    `select kind, count(*) as n from palimpsest.memory where tenant_id = $1 and not retracted group by kind order by kind`,
    [who.tenantId],
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}
