import { type InputOf, invalidField, limits, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { OperationContext } from "../services.js";
import { refuseRetractedTexts } from "../substrate/index.js";
import { forgetTasks } from "./forget-answers.js";
import { assertMayWrite, assertObjectsFit, masked, mayRead, stateDigests } from "./objects.js";
import {
  addSubtasks,
  changeTask,
  deleteTask,
  dropSubtasks,
  findTask,
  findTaskBySubtask,
  putTask,
  type TaskRow,
} from "./task-contexts.sql.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const noSuchTask = () => notFound("task context");

async function written(context: OperationContext, tx: Tx, taskId: string): Promise<TaskRow> {
  const task = await findTask(tx, context.who, taskId);
  assertObjectsFit({ data: task?.data, state: task?.state });
  assertMayWrite(context, "task_context", task!);
  context.touched([taskId]);
  return task!;
}

export async function storeTaskContext(context: OperationContext, input: Input<"storeTaskContext">) {
  const { task_id, sub_tasks } = input;
  const kept = masked(context, "task_context", input);
  const texts = stateDigests(context, "task_context", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    await putTask(tx, context.who, kept);
    await dropSubtasks(tx, context.who, task_id);
    await addSubtasks(tx, context.who, task_id, sub_tasks);
    return written(context, tx, task_id);
  });
}

export async function updateTaskContext(context: OperationContext, input: Input<"updateTaskContext">) {
  const { task_id, sub_tasks, add_sub_tasks } = input;
  const kept = masked(context, "task_context", input);
  const texts = stateDigests(context, "task_context", kept);
  return context.write(async (tx) => {
    await refuseRetractedTexts(tx, texts);
    if (!(await changeTask(tx, context.who, kept))) throw noSuchTask();
    if (sub_tasks) await dropSubtasks(tx, context.who, task_id);
    await addSubtasks(tx, context.who, task_id, sub_tasks ?? add_sub_tasks ?? []);
    const task = await written(context, tx, task_id);
    if (!mayRead(context, "task_context", task)) throw noSuchTask();
    if (task.sub_tasks.length > limits.jsonItems) {
      throw invalidField("add_sub_tasks", `would make more than ${limits.jsonItems} sub-tasks`);
    }
    return task;
  });
}

async function found(context: OperationContext, find: (tx: Tx) => Promise<TaskRow | undefined>) {
  const task = await context.read(find);
  if (task === undefined || !mayRead(context, "task_context", task)) throw noSuchTask();
  context.touched([task.task_id]);
  return task;
}

export const getTaskContext = (context: OperationContext, { task_id }: Input<"getTaskContext">) =>
  found(context, (tx) => findTask(tx, context.who, task_id));

export const getTaskBySubtask = (context: OperationContext, { subtask_id }: Input<"getTaskBySubtask">) =>
  found(context, (tx) => findTaskBySubtask(tx, context.who, subtask_id));

export async function deleteTaskContext(context: OperationContext, { task_id }: Input<"deleteTaskContext">) {
  return context.write(async (tx) => {
    if (!(await deleteTask(tx, context.who, task_id))) throw noSuchTask();
    await forgetTasks(tx, context.who, { task_id });
    context.touched([task_id]);
    return { task_id, deleted: true as const };
  });
}
