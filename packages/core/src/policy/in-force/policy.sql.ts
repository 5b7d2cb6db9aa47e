import { iso, type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import type { Policy } from "../policy.js";
import type { ParsedPolicy } from "../text/parse-policy.js";

import { defaultInForce, type PolicyInForce } from "./in-force.js";
import { readDocument, resolvePolicy } from "./resolve-policy.js";

const newest = `from palimpsest.policy p where p.tenant_id = $1 order by p.seq desc limit 1`;

/** The policy in force in a tenant. */
export async function readPolicy(tx: Tx, tenantId: string): Promise<PolicyInForce> {
  const [row] = await tx.prepared<Pick<Rows["policy"], "seq" | "version" | "document">>(
    `select p.seq, p.version, p.document ${newest}`,
    [tenantId],
  );
  if (row === undefined) return defaultInForce;
  const { policy, problem } = readDocument(row.document);
  return { seq: Number(row.seq), version: row.version, policy, problem };
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

/** Whether the tenant has ever applied a policy of this version. */
export async function wasApplied(tx: Tx, tenantId: string, version: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from palimpsest.policy p where p.tenant_id = $1 and p.version = $2 limit 1`,
    [tenantId, version],
  );
  return rows.length > 0;
}

const fields = ["seq", "version", "source", "document", "applied_by", "approver", "signed_by"] as const;

export type AppliedPolicy = Pick<Rows["policy"], (typeof fields)[number]> & { applied_at: string };

export type PolicyVersion = Omit<AppliedPolicy, "source" | "document">;

/** The policies that were applied, the newest first, before one. */
export function readVersions(tx: Tx, tenantId: string, before: string | null, limit: number) {
  return tx.query<PolicyVersion>(
    `select p.seq, p.version, ${iso("p.applied_at")} as applied_at, p.applied_by, p.approver, p.signed_by
     from palimpsest.policy p where p.tenant_id = $1 and ($2::bigint is null or p.seq < $2::bigint)
     order by p.seq desc limit $3`,
    [tenantId, before, limit],
  );
}

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

export type Endorsed = Pick<AppliedPolicy, "approver" | "signed_by">;

/** Gives its place in the order. */
export async function insertPolicy(
  tx: Tx,
  who: Principal,
  { policy, source, document }: ParsedPolicy,
  { approver, signed_by }: Endorsed,
): Promise<number> {
  const [row] = await tx.query<{ seq: string }>(
    `insert into palimpsest.policy (tenant_id, version, source, document, applied_by, approver, signed_by)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7) returning seq`,
    [who.tenantId, policy.version, source, JSON.stringify(document), who.id, approver, signed_by],
  );
  return Number(row!.seq);
}

/** A policy as it is stored. */
export interface StoredPolicy {
  [column: string]: unknown;
  seq: string;
  version: string;
  source: string;
  document: unknown;
  applied_at: Date;
}

/** The documents that were in force at some time of the last so many seconds, and whether there was none at first. */
export async function documentsSince(
  tx: Tx,
  tenantId: string,
  seconds: number,
): Promise<{ documents: unknown[]; isDefaultFirst: boolean }> {
  const rows = await tx.query<{ document: unknown; before: boolean }>(
    `select p.document, p.applied_at <= since.at as before
     from palimpsest.policy p, (select clock_timestamp() - make_interval(secs => $2::float8) as at) since
     where p.tenant_id = $1 and p.seq >= coalesce((
       select max(b.seq) from palimpsest.policy b where b.tenant_id = $1 and b.applied_at <= since.at), 0)`,
    [tenantId, seconds],
  );
  return {
    documents: rows.map(({ document }) => document),
    isDefaultFirst: !rows.some(({ before }) => before),
  };
}

/** Everything that the tenant has applied, in its order. */
export const readStoredPolicies = (tx: Tx, tenantId: string): Promise<StoredPolicy[]> =>
  tx.query<StoredPolicy>(
    `select p.seq, p.version, p.source, p.document, p.applied_at from palimpsest.policy p
     where p.tenant_id = $1 order by p.seq`,
    [tenantId],
  );
