import { iso, type Tx } from "../db/index.js";
import type { Page } from "../paging/page.js";
import { type Principal, writerOf } from "../principal.js";

export interface EscalationRow {
  [column: string]: unknown;
  escalation_id: string;
  status: "pending" | "approved" | "rejected" | "revoked";
  requested_by: string;
  boundary_class: "public" | "internal" | "pii";
  allow: string[];
  scope: "session" | "project" | "principle";
  found: string[];
  created_at: string;
  decided_by: string | null;
  reason: string | null;
  decided_at: string | null;
  expires_at: string | null;
}

const columns = `e.escalation_id, e.status, e.requested_by, e.boundary_class, e.allow, e.scope, e.found,
  ${iso("e.created_at")} as created_at, e.decided_by, e.reason, ${iso("e.decided_at")} as decided_at,
  ${iso("e.expires_at")} as expires_at`;

/** When an approval ends: as it says, or when the longest that the policy lets it hold is over, in seconds. */
const endOf = (longest: string) =>
  `least(e.expires_at, e.decided_at + make_interval(secs => ${longest}::float8))`;

/** The last time that this caller was stopped with the same, unless an approval of it is over. */
export async function findLatest(
  tx: Tx,
  who: Principal,
  digest: string,
  longest: number,
): Promise<EscalationRow | undefined> {
  const [row] = await tx.query<EscalationRow>(
    `select ${columns} from palimpsest.boundary_escalation e
     where e.tenant_id = $1 and e.requested_by = $2 and e.payload_digest = $3
       and (e.expires_at is null or clock_timestamp() < ${endOf("$4")})
       and not exists (
         select 1 from palimpsest.boundary_escalation r
         where r.tenant_id = $1 and r.requested_by = $2 and r.payload_digest = $3 and r.status = 'revoked'
           and r.created_at > e.created_at)
     order by e.created_at desc, e.escalation_id desc limit 1`,
    [who.tenantId, writerOf(who), digest, longest],
  );
  return row;
}

/** How many texts of this caller wait for a decision. */
export async function countPending(tx: Tx, who: Principal): Promise<number> {
  const [row] = await tx.query<{ pending: number }>(
    `select count(*)::integer as pending from palimpsest.boundary_escalation e
     where e.tenant_id = $1 and e.requested_by = $2 and e.status = 'pending'`,
    [who.tenantId, writerOf(who)],
  );
  return row!.pending;
}

export interface NewEscalation {
  id: string;
  digest: string;
  class: string;
  allow: string[];
  scope: string;
  found: string[];
}

/** The id of the one that is now pending: of two calls at once, both get the same. */
export async function insertEscalation(tx: Tx, who: Principal, made: NewEscalation): Promise<string> {
  const values = [who.tenantId, writerOf(who), made.digest];
  const [inserted] = await tx.query<{ escalation_id: string }>(
    `insert into palimpsest.boundary_escalation
       (tenant_id, requested_by, payload_digest, escalation_id, boundary_class, allow, scope, found)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, requested_by, payload_digest) where status = 'pending' do nothing
     returning escalation_id`,
    [...values, made.id, made.class, made.allow, made.scope, made.found],
  );
  if (inserted) return inserted.escalation_id;
  const [other] = await tx.query<{ escalation_id: string }>(
    `select e.escalation_id from palimpsest.boundary_escalation e
     where e.tenant_id = $1 and e.requested_by = $2 and e.payload_digest = $3 and e.status = 'pending'`,
    values,
  );
  return other!.escalation_id;
}

/** The newest first: all to reviewers and admins, their own to others. */
export function readEscalations(
  tx: Tx,
  who: Principal,
  status: string | undefined,
  { after, rows }: Page,
): Promise<EscalationRow[]> {
  return tx.query<EscalationRow>(
    `select ${columns} from palimpsest.boundary_escalation e
     where e.tenant_id = $1 and ($2::text is null or e.status = $2)
       and ($3::timestamptz is null or (e.created_at, e.escalation_id) < ($3::timestamptz, $4))
     order by e.created_at desc, e.escalation_id desc limit $5`,
    [who.tenantId, status ?? null, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
}

export async function findEscalation(
  tx: Tx,
  who: Principal,
  id: string,
  longest: number,
): Promise<(EscalationRow & { is_over: boolean }) | undefined> {
  const [row] = await tx.query<EscalationRow & { is_over: boolean }>(
    `select ${columns}, coalesce(clock_timestamp() >= ${endOf("$3")}, false) as is_over
     from palimpsest.boundary_escalation e where e.tenant_id = $1 and e.escalation_id = $2`,
    [who.tenantId, id, longest],
  );
  return row;
}

export interface Decision {
  id: string;
  status: "approved" | "rejected" | "revoked";
  reason: string;
  /** How long it holds; null: it allows nothing. */
  seconds: number | null;
}

/** Undefined if it is decided already or, where an approval is revoked, if it was not approved. */
export async function decideEscalation(
  tx: Tx,
  who: Principal,
  { id, status, reason, seconds }: Decision,
): Promise<EscalationRow | undefined> {
  const [row] = await tx.query<EscalationRow>(
    `update palimpsest.boundary_escalation e
     set status = $3, decided_by = $4, reason = $5, decided_at = clock_timestamp(),
         expires_at = clock_timestamp() + make_interval(secs => $6::float8)
     where e.tenant_id = $1 and e.escalation_id = $2
       and e.status = case when $3 = 'revoked' then 'approved' else 'pending' end
     returning ${columns}`,
    [who.tenantId, id, status, writerOf(who), reason, seconds],
  );
  return row;
}
