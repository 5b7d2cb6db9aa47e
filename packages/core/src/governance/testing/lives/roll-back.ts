import { expect } from "vitest";
import type { Principal } from "../../../identity/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { FoldModel } from "./fold-model.js";
import type { StepOf } from "./steps.js";

/** Takes back all that an agent wrote, or undoes that, and expects it to reach what the model says. */
export async function rollBack(
  { call, database }: TestMemory,
  model: FoldModel,
  { by, writer, step }: { by: Principal; writer: Principal; step: StepOf<"rollback"> },
): Promise<void> {
  const [op, patch] = step.undo ? (["restore", { op: step.op }] as const) : ([step.op, {}] as const);
  const { matched, edited } = model.rollback(writer.id, op, patch);
  const made = await call(by, "bulkEdit", { writer: `agent:${writer.id}`, op, patch, reason: "because" });
  expect(made).toMatchObject({ status: "approved", matched: matched.length, edited: edited.length });
  const rows = await database.ownerQuery<{ edit_id: string; memory_id: string }>(
    "select edit_id, memory_id from palimpsest.memory_edit where tenant_id = $1 and edit_id = any ($2)",
    [by.tenantId, made.edit_ids],
  );
  expect(rows.map(({ memory_id }) => memory_id).toSorted()).toEqual(edited.toSorted());
  for (const { edit_id, memory_id } of rows) model.apply(memory_id, { editId: edit_id, op, patch });
}
