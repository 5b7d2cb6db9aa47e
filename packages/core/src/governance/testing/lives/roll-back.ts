import { expect } from "vitest";
import type { Principal } from "../../../identity/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { FoldModel } from "./fold-model.js";
import type { StepOf } from "./steps.js";

let rollbacks = 0;

/** Takes back all that an agent wrote, or undoes that, and expects it to reach what the model says. */
export async function rollBack(
  { call, database }: TestMemory,
  model: FoldModel,
  { by, writer, step }: { by: Principal; writer: Principal; step: StepOf<"rollback"> },
): Promise<void> {
  const [op, patch] = step.undo ? (["restore", { op: step.op }] as const) : ([step.op, {}] as const);
  const { matched, edited } =
    op === "restore" ? model.undoing(writer.id, patch) : model.rollback(writer.id, op);
  const reason = `rollback ${++rollbacks}`;
  const made = await call(by, "bulkEdit", { writer: `agent:${writer.id}`, op, patch, reason });
  expect(made).toMatchObject({ status: "approved", matched: matched.length, edited: edited.length });
  const rows = await database.ownerQuery<{ edit_id: string; memory_id: string }>(
    "select edit_id, memory_id from palimpsest.memory_edit where tenant_id = $1 and reason = $2",
    [by.tenantId, reason],
  );
  expect(rows.map(({ memory_id }) => memory_id).toSorted()).toEqual(edited.toSorted());
  const named = rows.filter(({ edit_id }) => made.edit_ids.includes(edit_id));
  expect(named.filter(({ memory_id }) => isPrivate(model, memory_id))).toEqual([]);
  for (const { edit_id, memory_id } of rows) {
    model.apply(memory_id, { editId: edit_id, by: by.id, op, patch });
  }
}

/** What only its owner may read. Its edits are counted and not named. */
const isPrivate = (model: FoldModel, id: string): boolean => {
  const { kind, visibility } = model.memory(id);
  return kind !== "capsule" && visibility === "private";
};
