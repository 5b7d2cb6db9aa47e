import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { entryColumns } from "./chain/chain.sql.js";
import type { SealedEntry } from "./chain/entry-hash.js";

export interface EntryFilter {
  operation: string | null;
  actor_id: string | null;
  target_id: string | null;
  request_id: string | null;
}

/** Where a page begins and which way it goes. */
export interface EntryPage {
  after: number | null;
  newestFirst: boolean;
  rows: number;
}

/** A page of entries by their number. */
export function pageOfEntries(
  tx: Tx,
  who: Principal,
  { operation, actor_id, target_id, request_id }: EntryFilter,
  { after, newestFirst, rows }: EntryPage,
): Promise<SealedEntry[]> {
  const [follows, order] = newestFirst ? ["<", "desc"] : [">", "asc"];
  return tx.query<SealedEntry & { [column: string]: unknown }>(
    `select ${entryColumns} from palimpsest.audit_entry a
     where a.tenant_id = $1
       and ($2::text is null or a.operation = $2) and ($3::text is null or a.actor_id = $3)
       and ($4::text is null or $4 = any (a.ids)) and ($5::text is null or a.request_id = $5)
       and ($6::bigint is null or a.seq ${follows} $6::bigint)
     order by a.seq ${order} limit $7`,
    [who.tenantId, operation, actor_id, target_id, request_id, after, rows],
  );
}
