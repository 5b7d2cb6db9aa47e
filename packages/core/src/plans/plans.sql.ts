import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { asJson } from "./objects.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;
type StoredObject = Input<"createPlan">["state"];
type Status = Input<"createPlan">["status"];

export interface PlanRow {
  [column: string]: unknown;
  plan_id: string;
  user_id: string;
  goal_event: string;
  goal_data: StoredObject;
  status: Status;
  state: StoredObject;
  session_id: string | null;
  parent_plan_id: string | null;
  response_event: string | null;
  current_state: string | null;
  correlation_ids: string[];
  created_at: string;
  updated_at: string;
  /** Who changed it last; null in what an earlier release stored. */
  writer: string | null;
}

const columns = `p.plan_id, p.user_id, p.goal_event, p.goal_data, p.status, p.state, p.session_id, p.parent_plan_id,
  p.response_event, p.current_state, ${iso("p.created_at")} as created_at, ${iso("p.updated_at")} as updated_at, p.writer,
  array(select c.correlation_id from palimpsest.plan_correlation c
        where c.tenant_id = p.tenant_id and c.plan_id = p.plan_id order by c.position) as correlation_ids`;

export async function findPlan(tx: Tx, who: Principal, planId: string): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(
    `select ${columns} from palimpsest.plan p where p.tenant_id = $1 and p.plan_id = $2`,
    [who.tenantId, planId],
  );
  return row;
}

export async function findPlanByCorrelation(
  tx: Tx,
  who: Principal,
  correlationId: string,
): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(
    `select ${columns} from palimpsest.plan p
     where p.tenant_id = $1 and p.plan_id in (
       select n.plan_id from palimpsest.plan_correlation n where n.tenant_id = $1 and n.correlation_id = $2)
     order by p.updated_at desc, p.plan_id desc limit 1`,
    [who.tenantId, correlationId],
  );
  return row;
}

/** False: there is one of that name. */
export async function insertPlan(tx: Tx, who: Principal, plan: Input<"createPlan">): Promise<boolean> {
  const inserted = await tx.query(
    `insert into palimpsest.plan (tenant_id, plan_id, user_id, goal_event, goal_data, status, state, session_id,
       parent_plan_id, response_event, current_state)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7::jsonb, $8, $9, $10, $11)
     on conflict (tenant_id, plan_id) do nothing returning plan_id`,
    [
      who.tenantId,
      plan.plan_id,
      who.id,
      plan.goal_event,
      JSON.stringify(plan.goal_data),
      plan.status,
      JSON.stringify(plan.state),
      plan.session_id ?? null,
      plan.parent_plan_id ?? null,
      plan.response_event ?? null,
      plan.current_state ?? null,
    ],
  );
  return inserted.length > 0;
}

/** Changes a plan that is in one of these statuses. False: there is none. */
export async function changePlan(
  tx: Tx,
  who: Principal,
  change: Input<"updatePlan">,
  from: readonly Status[] | undefined,
): Promise<boolean> {
  const changed = await tx.query(
    `update palimpsest.plan p set status = coalesce($3, p.status), goal_data = coalesce($4::jsonb, p.goal_data),
       state = coalesce($5::jsonb, p.state) || coalesce($6::jsonb, '{}'),
       session_id = coalesce($7, p.session_id), response_event = coalesce($8, p.response_event),
       current_state = coalesce($9, p.current_state), updated_at = clock_timestamp()
     where p.tenant_id = $1 and p.plan_id = $2 and ($10::text[] is null or p.status = any ($10))
     returning p.plan_id`,
    [
      who.tenantId,
      change.plan_id,
      change.status ?? null,
      asJson(change.goal_data),
      asJson(change.state),
      asJson(change.merge_state),
      change.session_id ?? null,
      change.response_event ?? null,
      change.current_state ?? null,
      from ?? null,
    ],
  );
  return changed.length > 0;
}

/** The plan's row is locked by the statement before. */
export async function putCorrelations(
  tx: Tx,
  who: Principal,
  planId: string,
  correlationIds: readonly string[],
): Promise<void> {
  await tx.query(`delete from palimpsest.plan_correlation where tenant_id = $1 and plan_id = $2`, [
    who.tenantId,
    planId,
  ]);
  await tx.query(
    `insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
     select $1, $2, n.correlation_id, n.position
     from unnest($3::text[]) with ordinality n(correlation_id, position)`,
    [who.tenantId, planId, [...new Set(correlationIds)]],
  );
}

const listed = `p.tenant_id = $1 and ($2::text[] is null or p.status = any ($2))
  and ($3::text is null or p.session_id = $3) and ($4::text is null or p.user_id = $4)`;

export async function readPlans(
  tx: Tx,
  who: Principal,
  { status, session_id, user_id }: Pick<Input<"listPlans">, "status" | "session_id" | "user_id">,
  { after, rows }: { after: readonly unknown[] | undefined; rows: number },
): Promise<{ found: PlanRow[]; total: number }> {
  const statuses = status === "active" ? ["running", "paused"] : status ? [status] : null;
  const filter = [who.tenantId, statuses, session_id ?? null, user_id ?? null];
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from palimpsest.plan p where ${listed}`,
    filter,
  );
  const found = await tx.query<PlanRow>(
    `select ${columns} from palimpsest.plan p
     where ${listed} and ($5::timestamptz is null or (p.created_at, p.plan_id) < ($5, $6::text))
     order by p.created_at desc, p.plan_id desc limit $7`,
    [...filter, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
  return { found, total: counted!.total };
}

/** False: there is none of that name that the caller may delete. */
export async function removePlan(tx: Tx, who: Principal, planId: string): Promise<boolean> {
  const deleted = await tx.query(
    `delete from palimpsest.plan where tenant_id = $1 and plan_id = $2 returning plan_id`,
    [who.tenantId, planId],
  );
  return deleted.length > 0;
}
