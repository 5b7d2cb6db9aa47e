import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { OperationContext } from "../services.js";
import {
  type Filter,
  filterOf,
  insertMemory,
  type MemoryRow,
  placeOf,
  prepareMemory,
  readMemories,
  shownPlace,
  trustedFirst,
  trustOf,
} from "../substrate/index.js";
import { changeState } from "./kinds.sql.js";
import { writerOrigin } from "./origin.js";
import { readTask, refsOf, taskText } from "./texts.js";

export async function createTask(
  context: OperationContext,
  input: InputOf<PalimpsestContract["createTask"]>,
) {
  const memory = await prepareMemory(context, {
    kind: "task",
    text: taskText(input),
    ...writerOrigin(context.who),
    ...placeOf(input),
    attributes: { title: input.title, details: input.details, refs: input.refs },
    importance: 0.8,
    status: input.status,
  });
  return context.write(async (tx) => {
    const at = await insertMemory(tx, context.who, memory);
    context.touched([memory.id]);
    return { task_id: memory.id, ts: at, status: input.status };
  });
}

export async function setTaskStatus(
  context: OperationContext,
  input: InputOf<PalimpsestContract["setTaskStatus"]>,
) {
  return context.write(async (tx) => {
    const at = await changeState(tx, context.who, "task", input.task_id, input.status);
    context.touched([input.task_id]);
    return { task_id: input.task_id, status: input.status, ts: at };
  });
}

/** Tasks that a filter admits: those being done, then the open ones, newest first; for a context, the trusted first. */
export function readTasks(
  tx: Tx,
  who: Principal,
  filter: Filter,
  limit: number,
  forContext = false,
): Promise<MemoryRow[]> {
  return readMemories(
    tx,
    who,
    { ...filter, kinds: ["task"] },
    {
      where: "true",
      values: forContext ? [who.id] : [],
      order: `${forContext ? `${trustedFirst}, ` : ""}array_position(array['doing', 'open', 'done'], m.status), m.occurred_at desc, m.id desc`,
      limit,
    },
  );
}

export async function listTasks(context: OperationContext, input: InputOf<PalimpsestContract["listTasks"]>) {
  const filter = filterOf(context.policy, ["task"], input);
  if (input.status !== "any") filter.statuses = input.status ? [input.status] : ["open", "doing"];
  const rows = await context.read((tx) => readTasks(tx, context.who, filter, input.limit));
  context.touched(rows.map(({ id }) => id));
  return {
    tasks: rows.map((row) => ({
      task_id: row.id,
      ts: row.occurred_at.toISOString(),
      status: row.status as "open" | "doing" | "done",
      ...readTask(row.text),
      refs: refsOf(row),
      ...shownPlace(row),
      trust: trustOf(row, context.who.id),
      edits_applied: row.edit_count,
    })),
  };
}
