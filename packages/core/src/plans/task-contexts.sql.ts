import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { asJson } from "./objects.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;
type StoredObject = Input<"storeTaskContext">["data"];

export interface TaskRow {
  [column: string]: unknown;
  task_id: string;
  plan_id: string | null;
  event_type: string;
  response_event: string | null;
  response_topic: string;
  data: StoredObject;
  sub_tasks: string[];
  state: StoredObject;
  created_at: string;
  updated_at: string;
  /** Who changed it last; null in what an earlier release stored. */
  writer: string | null;
}

const columns = `t.task_id, t.plan_id, t.event_type, t.response_event, t.response_topic, t.data, t.state,
  ${iso("t.created_at")} as created_at, ${iso("t.updated_at")} as updated_at, t.writer,
  array(select s.subtask_id from palimpsest.task_subtask s
        where s.tenant_id = t.tenant_id and s.task_id = t.task_id order by s.position) as sub_tasks`;

export async function findTask(tx: Tx, who: Principal, taskId: string): Promise<TaskRow | undefined> {
  const [row] = await tx.query<TaskRow>(
    `select ${columns} from palimpsest.task_context t where t.tenant_id = $1 and t.task_id = $2`,
    [who.tenantId, taskId],
  );
  return row;
}

export async function findTaskBySubtask(
  tx: Tx,
  who: Principal,
  subtaskId: string,
): Promise<TaskRow | undefined> {
  const [row] = await tx.query<TaskRow>(
    `select ${columns} from palimpsest.task_context t
     where t.tenant_id = $1 and t.task_id in (
       select n.task_id from palimpsest.task_subtask n where n.tenant_id = $1 and n.subtask_id = $2)
     order by t.updated_at desc, t.task_id desc limit 1`,
    [who.tenantId, subtaskId],
  );
  return row;
}

export async function putTask(tx: Tx, who: Principal, task: Input<"storeTaskContext">): Promise<void> {
  await tx.query(
    `insert into palimpsest.task_context
       (tenant_id, task_id, plan_id, event_type, response_event, response_topic, data, state)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)
     on conflict (tenant_id, task_id) do update set plan_id = excluded.plan_id, event_type = excluded.event_type,
       response_event = excluded.response_event, response_topic = excluded.response_topic, data = excluded.data,
       state = excluded.state, updated_at = clock_timestamp()`,
    [
      who.tenantId,
      task.task_id,
      task.plan_id ?? null,
      task.event_type,
      task.response_event ?? null,
      task.response_topic,
      JSON.stringify(task.data),
      JSON.stringify(task.state),
    ],
  );
}

/** Also locks the task, so that sub-tasks which are added at once come one after the other. */
export async function changeTask(
  tx: Tx,
  who: Principal,
  { task_id, data, state, merge_state }: Input<"updateTaskContext">,
): Promise<boolean> {
  const changed = await tx.query(
    `update palimpsest.task_context t set data = coalesce($3::jsonb, t.data),
       state = coalesce($4::jsonb, t.state) || coalesce($5::jsonb, '{}'), updated_at = clock_timestamp()
     where t.tenant_id = $1 and t.task_id = $2 returning t.task_id`,
    [who.tenantId, task_id, asJson(data), asJson(state), asJson(merge_state)],
  );
  return changed.length > 0;
}

export async function dropSubtasks(tx: Tx, who: Principal, taskId: string): Promise<void> {
  await tx.query(`delete from palimpsest.task_subtask where tenant_id = $1 and task_id = $2`, [
    who.tenantId,
    taskId,
  ]);
}

/** After those that are there, in the given order. */
export async function addSubtasks(
  tx: Tx,
  who: Principal,
  taskId: string,
  subtasks: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
     select $1, $2, n.subtask_id, n.position + coalesce((
       select max(s.position) from palimpsest.task_subtask s where s.tenant_id = $1 and s.task_id = $2), 0)
     from unnest($3::text[]) with ordinality n(subtask_id, position)
     on conflict do nothing`,
    [who.tenantId, taskId, [...new Set(subtasks)]],
  );
}

export async function deleteTask(tx: Tx, who: Principal, taskId: string): Promise<boolean> {
  const deleted = await tx.query(
    `delete from palimpsest.task_context where tenant_id = $1 and task_id = $2 returning task_id`,
    [who.tenantId, taskId],
  );
  return deleted.length > 0;
}

/** Deletes the task contexts of a plan and gives their number. */
export async function deleteTasksOf(tx: Tx, who: Principal, planId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with deleted as (
       delete from palimpsest.task_context t where t.tenant_id = $1 and t.plan_id = $2 returning 1)
     select count(*)::integer as count from deleted`,
    [who.tenantId, planId],
  );
  return row!.count;
}
