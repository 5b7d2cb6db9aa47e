import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Page } from "../paging/page.js";

type Entry = OutputOf<PalimpsestContract["listAudit"]>["entries"][number] & { [column: string]: unknown };

export interface EntryFilter {
  operation: string | null;
  actor_id: string | null;
  target_id: string | null;
  request_id: string | null;
}

/** A page of entries, newest first. */
export function pageOfEntries(
  tx: Tx,
  who: Principal,
  { operation, actor_id, target_id, request_id }: EntryFilter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<Entry[]> {
  return tx.query<Entry>(
    `select a.audit_id, ${iso("a.at")} as recorded_at, a.request_id, a.trace_id, a.actor_type, a.actor_id, a.on_behalf_of,
       a.operation, a.surface, a.decision, a.code, a.policy_version, a.ids, a.key_id, a.times, a.saw_originals
     from palimpsest.audit_entry a
     where a.tenant_id = $1
       and ($2::text is null or a.operation = $2) and ($3::text is null or a.actor_id = $3)
       and ($4::text is null or $4 = any (a.ids)) and ($5::text is null or a.request_id = $5)
       and ($6::timestamptz is null or (a.at, a.audit_id) < ($6::timestamptz, $7))
     order by a.at desc, a.audit_id desc limit $8`,
    [
      ...[who.tenantId, operation, actor_id, target_id, request_id],
      ...[after?.[0] ?? null, after?.[1] ?? null, rows],
    ],
  );
}
