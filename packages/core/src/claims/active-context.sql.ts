import { iso, type Tx } from "../db/index.js";
import { type Principal, writerOf } from "../principal.js";
import type { Answer } from "./find-claims.js";

/** The filters that an activation was asked with; its question is not kept. */
export interface AskedOnce {
  scope?: ("session" | "project" | "principle")[];
  allow?: string[];
  include_meta: boolean;
  top_k: number;
}

export interface ActiveContextRow {
  [column: string]: unknown;
  active_context_id: string;
  asked: AskedOnce;
  answer: Answer;
  expires_at: string;
  is_expired: boolean;
}

/** The caller's own that expired a day ago are deleted with it, so that they do not pile up. */
export async function insertActiveContext(
  tx: Tx,
  who: Principal,
  { id, asked, answer, seconds }: { id: string; asked: AskedOnce; answer: Answer; seconds: number },
): Promise<string> {
  await tx.query(
    `delete from palimpsest.active_context c
     where c.tenant_id = $1 and c.principal = $2 and c.expires_at < clock_timestamp() - interval '1 day'`,
    [who.tenantId, writerOf(who)],
  );
  const [row] = await tx.query<{ expires_at: string }>(
    `insert into palimpsest.active_context (tenant_id, principal, active_context_id, asked, answer, expires_at)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, clock_timestamp() + make_interval(secs => $6::float8))
     returning ${iso("expires_at")} as expires_at`,
    [who.tenantId, writerOf(who), id, JSON.stringify(asked), JSON.stringify(answer), seconds],
  );
  return row!.expires_at;
}

/** One of the caller's own. */
export async function findActiveContext(
  tx: Tx,
  who: Principal,
  id: string,
): Promise<ActiveContextRow | undefined> {
  const [row] = await tx.query<ActiveContextRow>(
    `select c.active_context_id, c.asked, c.answer, ${iso("c.expires_at")} as expires_at,
       c.expires_at <= clock_timestamp() as is_expired
     from palimpsest.active_context c where c.tenant_id = $1 and c.active_context_id = $2`,
    [who.tenantId, id],
  );
  return row;
}

/** When the tenant's last claim was recorded, and its last activation that can still be read was made, whoever did it. */
export async function readStanding(tx: Tx): Promise<{ newest: Date | null; activated: Date | null }> {
  const [row] = await tx.query<{ newest: Date | null; activated: Date | null }>(
    `select s.newest, s.activated from palimpsest.claims_standing() s`,
  );
  return row!;
}
