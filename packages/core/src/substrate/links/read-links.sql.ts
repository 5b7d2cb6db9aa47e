import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";

export interface Link {
  from_id: string;
  to_id: string;
  type: string;
  created_at: string;
}

/** Links between memories that this filter admits, in order of their keys, after one. */
export function readLinks(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { after, until, limit }: { after: string[]; until: string; limit: number },
): Promise<Link[]> {
  const [from = "", to = "", type = ""] = after;
  const { sql, values } = admissionOf(who.tenantId, filter, {
    after: [who.tenantId, from, to, type, until, limit],
  });
  const admits = (id: string) => `exists (select 1 from palimpsest.memory m where m.id = ${id} and ${sql})`;
  return tx.query<Link & { [column: string]: unknown }>(
    `select l.from_id, l.to_id, l.type, ${iso("l.created_at")} as created_at from palimpsest.memory_link l
     where l.tenant_id = $1 and (l.from_id, l.to_id, l.type) > ($2, $3, $4) and l.created_at <= $5
       and ${admits("l.from_id")} and ${admits("l.to_id")}
     order by l.from_id, l.to_id, l.type limit $6`,
    values,
  );
}
