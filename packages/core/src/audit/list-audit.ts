import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { iso } from "../db/index.js";
import type { OperationContext } from "../services.js";

type Entry = OutputOf<PalimpsestContract["listAudit"]>["entries"][number];

/** Audit entries, newest first. Those that still wait to be written are written before it looks. */
export async function listAudit(
  { services, who, read }: OperationContext,
  input: InputOf<PalimpsestContract["listAudit"]>,
): Promise<OutputOf<PalimpsestContract["listAudit"]>> {
  await services.audit.flush();
  const { operation = null, actor_id = null, target_id = null, request_id = null, before = null } = input;
  return read(async (tx) => {
    if (before !== null) {
      const found = await tx.query(
        `select 1 from palimpsest.audit_entry where tenant_id = $1 and audit_id = $2`,
        [who.tenantId, before],
      );
      if (found.length === 0) throw new PalimpsestError("INVALID_CURSOR", "before: no such audit entry.");
    }
    const entries = await tx.query<Entry & { [column: string]: unknown }>(
      `select a.audit_id, ${iso("a.at")} as at, a.request_id, a.trace_id, a.actor_type, a.actor_id, a.operation,
         a.surface, a.decision, a.code, a.ids
       from palimpsest.audit_entry a
       where a.tenant_id = $1
         and ($2::text is null or a.operation = $2) and ($3::text is null or a.actor_id = $3)
         and ($4::text is null or $4 = any (a.ids)) and ($5::text is null or a.request_id = $5)
         and ($6::text is null or (a.at, a.audit_id) < (
           select b.at, b.audit_id from palimpsest.audit_entry b where b.tenant_id = $1 and b.audit_id = $6))
       order by a.at desc, a.audit_id desc limit $7`,
      [who.tenantId, operation, actor_id, target_id, request_id, before, input.limit],
    );
    return { entries };
  });
}
