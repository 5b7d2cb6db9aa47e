import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

export interface Link {
  from_id: string;
  to_id: string;
  type: string;
  created_at: string;
}

/** Links between memories that the caller may see, in order of their keys, after one. */
export function readLinks(
  tx: Tx,
  who: Principal,
  { after, until, limit }: { after: string[]; until: string; limit: number },
): Promise<Link[]> {
  const [from = "", to = "", type = ""] = after;
  return tx.query<Link & { [column: string]: unknown }>(
    `select l.from_id, l.to_id, l.type, ${iso("l.created_at")} as created_at from palimpsest.memory_link l
     where l.tenant_id = $1 and (l.from_id, l.to_id, l.type) > ($2, $3, $4) and l.created_at <= $5
     order by l.from_id, l.to_id, l.type limit $6`,
    [who.tenantId, from, to, type, until, limit],
  );
}
