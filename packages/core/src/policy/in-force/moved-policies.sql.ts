import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import type { ParsedPolicy } from "../text/parse-policy.js";

export interface PolicyRow {
  [column: string]: unknown;
  seq: string;
  version: string;
  source: string;
  /** The version that was in force before it. */
  after: string | null;
  applied_at: string;
  applied_by: string;
  approver: string | null;
  signed_by: string | null;
}

/** The policies that the tenant has applied, in their order, after one. */
export function readPolicies(tx: Tx, who: Principal, after: string, limit: number): Promise<PolicyRow[]> {
  return tx.query<PolicyRow>(
    `select p.seq, p.version, p.source, p.applied_by, p.approver, p.signed_by, ${iso("p.applied_at")} as applied_at,
       (select b.version from palimpsest.policy b where b.tenant_id = p.tenant_id and b.seq < p.seq
        order by b.seq desc limit 1) as after
     from palimpsest.policy p where p.tenant_id = $1 and p.seq > $2::bigint order by p.seq limit $3`,
    [who.tenantId, after, limit],
  );
}

export interface MovedPolicy {
  after?: string;
  applied_at: string;
  applied_by: string;
  approver?: string;
  signed_by?: string;
}

/** Takes over a policy after the one that was in force before it. It has a place in the order if it was taken. */
export async function movePolicy(
  tx: Tx,
  parsed: ParsedPolicy,
  { after, applied_at, applied_by, approver, signed_by }: MovedPolicy,
): Promise<{ outcome: "imported" | "known" | "other"; seq: string | null }> {
  const [row] = await tx.query<{ outcome: "imported" | "known" | "other"; seq: string | null }>(
    `select outcome, seq from palimpsest.import_policy($1, $2, $3::jsonb, $4, $5, $6, $7, $8)`,
    [
      parsed.policy.version,
      parsed.source,
      JSON.stringify(parsed.document),
      after ?? null,
      applied_at,
      applied_by,
      approver ?? null,
      signed_by ?? null,
    ],
  );
  return row!;
}
