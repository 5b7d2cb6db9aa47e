import { attributeLines, attributeText, type InputOf, type PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  changeState,
  filterOf,
  gapsIn,
  insertMemory,
  type MemoryRow,
  placeOf,
  prepareMemory,
  shownPlace,
  trustOf,
  trustViewOf,
} from "../substrate/index.js";
import { writerOrigin } from "./origin.js";
import { rankedPosition, readRanked, taskRank } from "./ranked.sql.js";

export async function createTask(
  context: OperationContext,
  input: InputOf<PalimpsestContract["createTask"]>,
) {
  const memory = await prepareMemory(context, {
    kind: "task",
    attributes: { title: input.title, details: input.details, refs: input.refs },
    origin: writerOrigin(context.who),
    ...placeOf(input),
    status: input.status,
  });
  return context.write(async (tx) => {
    const at = await insertMemory(tx, context.who, memory);
    context.touched([memory.id]);
    return { memory_id: memory.id, recorded_at: at, status: input.status };
  });
}

export async function setTaskStatus(
  context: OperationContext,
  input: InputOf<PalimpsestContract["setTaskStatus"]>,
) {
  return context.write(async (tx) => {
    const at = await changeState(tx, context.who, "task", input.memory_id, input.status);
    context.touched([input.memory_id]);
    return { memory_id: input.memory_id, status: input.status, changed_at: at };
  });
}

/** A task's own attributes, edits applied. */
export const taskOf = ({ attributes }: Pick<MemoryRow, "attributes">) => ({
  title: attributeText(attributes, "title"),
  details: attributeText(attributes, "details"),
  refs: attributeLines(attributes, "refs"),
});

/** Those being done, then the open ones, newest first. */
export async function listTasks(context: OperationContext, input: InputOf<PalimpsestContract["listTasks"]>) {
  const filter = filterOf(context.policy, ["task"], input);
  if (input.status !== "any") filter.statuses = input.status ? [input.status] : ["open", "doing"];
  assertMayFilter(context, filter);
  const trusted = { writers: context.policy.retrieval.trust.writers };
  const page = pageOf(context, "listTasks", input);
  const { found, gaps } = await context.read(async (tx) => ({
    found: await readRanked(tx, context.who, filter, taskRank, { ...page, ...trusted }),
    gaps: await gapsIn(tx, context.who, filter),
  }));
  const { shown: rows, next } = page.cut(found, rankedPosition);
  context.touched(rows.map(({ id }) => id));
  return {
    tasks: rows.map((row) => ({
      memory_id: row.id,
      occurred_at: row.occurred_at.toISOString(),
      status: row.status as "open" | "doing" | "done",
      ...taskOf(row),
      ...shownPlace(row),
      trust: trustOf(row, trustViewOf(context.who, context.policy)),
      edits_applied: row.edit_count,
    })),
    ...gaps,
    ...next,
  };
}
