import {
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
  planStatusFrom,
} from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { refuseRetractedTexts } from "../substrate/index.js";
import { forgetPlan, forgetState, forgetTasks } from "./forget-answers.js";
import { assertMayWrite, assertObjectsFit, masked, mayRead, stateDigests } from "./objects.js";
import {
  changePlan,
  findPlan,
  findPlanByCorrelation,
  insertPlan,
  type PlanRow,
  putCorrelations,
  readPlans,
  removePlan,
} from "./plans.sql.js";
import { deleteTasksOf } from "./task-contexts.sql.js";
import { clearState } from "./working-state.sql.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const noSuchPlan = () => notFound("plan");

async function written(context: OperationContext, tx: Tx, planId: string): Promise<PlanRow> {
  const plan = await findPlan(tx, context.who, planId);
  assertObjectsFit({ goal_data: plan?.goal_data, state: plan?.state });
  assertMayWrite(context, "plan", plan!);
  context.touched([planId]);
  return plan!;
}

export async function createPlan(context: OperationContext, input: Input<"createPlan">) {
  const { plan_id, correlation_ids } = input;
  const kept = masked(context, "plan", input);
  const texts = stateDigests(context, "plan", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    if (!(await insertPlan(tx, context.who, kept))) {
      throw new PalimpsestError("CONFLICT", "There is a plan of that name; choose another, or update it.");
    }
    await putCorrelations(tx, context.who, plan_id, correlation_ids);
    return written(context, tx, plan_id);
  });
}

export async function updatePlan(context: OperationContext, input: Input<"updatePlan">) {
  const { plan_id, status, correlation_ids } = input;
  const kept = masked(context, "plan", input);
  const texts = stateDigests(context, "plan", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    if (!(await changePlan(tx, context.who, kept, status && planStatusFrom[status]))) {
      const plan = await findPlan(tx, context.who, plan_id);
      if (plan === undefined) throw noSuchPlan();
      throw new PalimpsestError("CONFLICT", `A plan that is ${plan.status} cannot become ${status}.`);
    }
    if (correlation_ids) await putCorrelations(tx, context.who, plan_id, correlation_ids);
    const plan = await written(context, tx, plan_id);
    if (!mayRead(context, "plan", plan)) throw noSuchPlan();
    return plan;
  });
}

async function found(context: OperationContext, find: (tx: Tx) => Promise<PlanRow | undefined>) {
  const plan = await context.read(find);
  if (plan === undefined || !mayRead(context, "plan", plan)) throw noSuchPlan();
  context.touched([plan.plan_id]);
  return plan;
}

export const getPlan = (context: OperationContext, { plan_id }: Input<"getPlan">) =>
  found(context, (tx) => findPlan(tx, context.who, plan_id));

export const getPlanByCorrelation = (
  context: OperationContext,
  { correlation_id }: Input<"getPlanByCorrelation">,
) => found(context, (tx) => findPlanByCorrelation(tx, context.who, correlation_id));

export async function listPlans(context: OperationContext, input: Input<"listPlans">) {
  const page = pageOf(context, "listPlans", input);
  const { found: rows, total } = await context.read((tx) => readPlans(tx, context.who, input, page));
  const { shown, next } = page.cut(rows, ({ created_at, plan_id }) => [created_at, plan_id]);
  const plans = shown.filter((plan) => mayRead(context, "plan", plan));
  context.touched(plans.map(({ plan_id }) => plan_id));
  return { plans, total_count: total, next_cursor: next.next_cursor ?? null };
}

export async function deletePlan(context: OperationContext, { plan_id }: Input<"deletePlan">) {
  return context.write(async (tx) => {
    if (!(await removePlan(tx, context.who, plan_id))) {
      if ((await findPlan(tx, context.who, plan_id)) === undefined) throw noSuchPlan();
      throw new PalimpsestError(
        "FORBIDDEN",
        "Only who created a plan, a reviewer or an admin deletes it; ask one of them.",
      );
    }
    const task_contexts_deleted = await deleteTasksOf(tx, context.who, plan_id);
    const working_deleted = await clearState(tx, context.who, plan_id);
    for (const forget of [forgetPlan, forgetTasks, forgetState]) await forget(tx, context.who, { plan_id });
    context.touched([plan_id]);
    return { plan_id, deleted: true as const, working_deleted, task_contexts_deleted };
  });
}
