import { iso, type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import type { Policy } from "../policy.js";
import type { ParsedPolicy } from "../text/parse-policy.js";

import { defaultInForce, type PolicyInForce } from "./in-force.js";
import { resolvePolicy } from "./resolve-policy.js";

const newest = `from palimpsest.policy p where p.tenant_id = $1 order by p.seq desc limit 1`;

/** The policy in force in a tenant. */
export async function readPolicy(tx: Tx, tenantId: string): Promise<PolicyInForce> {
  const [row] = await tx.prepared<Pick<Rows["policy"], "seq" | "version" | "document">>(
    `select p.seq, p.version, p.document ${newest}`,
    [tenantId],
  );
  if (row === undefined) return defaultInForce;
  return { seq: Number(row.seq), version: row.version, policy: resolvePolicy(row.document) };
}

/** The policy of a version that was in force once; undefined if there was none, or it can no longer be read. */
export async function readPolicyVersion(
  tx: Tx,
  tenantId: string,
  version: string,
): Promise<Policy | undefined> {
  if (version === defaultInForce.version) return defaultInForce.policy;
  const [row] = await tx.query<{ document: unknown }>(
    `select p.document from palimpsest.policy p where p.tenant_id = $1 and p.version = $2`,
    [tenantId, version],
  );
  return row && resolvePolicy(row.document);
}

const fields = ["seq", "version", "source", "applied_by"] as const;

export type AppliedPolicy = Pick<Rows["policy"], (typeof fields)[number]> & { applied_at: string };

/** The text that was applied last, with when and by whom. */
export async function findApplied(tx: Tx, tenantId: string): Promise<AppliedPolicy | undefined> {
  const [row] = await tx.query<AppliedPolicy>(
    `select ${selectList("p", fields)}, ${iso("p.applied_at")} as applied_at ${newest}`,
    [tenantId],
  );
  return row;
}

/** From here until the transaction ends nobody else applies a policy in this tenant. */
export async function lockPolicy(tx: Tx, tenantId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`policy ${tenantId}`]);
}

/** Gives its place in the order. */
export async function insertPolicy(tx: Tx, who: Principal, parsed: ParsedPolicy): Promise<number> {
  const [row] = await tx.query<{ seq: string }>(
    `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
     values ($1, $2, $3, $4::jsonb, $5) returning seq`,
    [who.tenantId, parsed.policy.version, parsed.source, JSON.stringify(parsed.document), who.id],
  );
  return Number(row!.seq);
}
