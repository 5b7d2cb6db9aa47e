import {
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
  planLimits,
} from "@palimpsest/contract";
import { allInOrder } from "../async/index.js";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { assertPlainNames, refuseRetractedTexts } from "../substrate/index.js";
import { forgetState } from "./forget-answers.js";
import { assertMayWrite, maskedValue, mayRead, stateDigests } from "./objects.js";
import { changeState, clearState, deleteState, findState, listState, putState } from "./working-state.sql.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const conflict = (key: string, problem: string) =>
  new PalimpsestError("CONFLICT", `The key ${JSON.stringify(key)} ${problem}`);

const notReadable = (key: string) =>
  new PalimpsestError(
    "BOUNDARY_DENIED",
    `The policy does not let you read the key ${JSON.stringify(key)}, so you cannot add to it; set it anew.`,
  );

/** As long as its JSON is, written without blanks. */
function assertFits(key: string, value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= planLimits.stateBytes) return;
  throw new PalimpsestError(
    "PAYLOAD_TOO_LARGE",
    `The value of the key ${JSON.stringify(key)} would be larger than ${planLimits.stateBytes / 1_024} KiB; split it over several keys.`,
  );
}

export async function setPlanState(context: OperationContext, input: Input<"setPlanState">) {
  const { plan_id, key, if_version: wanted } = input;
  assertPlainNames({ plan_id, key });
  const value = maskedValue(context, key, input.value);
  assertFits(key, value);
  const texts = stateDigests(context, "plan_state", { key, value });
  return context.write(async (tx) => {
    // Sent together: what is written is rolled back if it is refused.
    const [, row] = await allInOrder(
      refuseRetractedTexts(tx, texts),
      putState(tx, context.who, input, value, wanted),
    );
    if (row === undefined) {
      const version = (await findState(tx, context.who, input))?.version ?? 0;
      throw conflict(
        key,
        `is at version ${version}, not ${wanted}. Read it again and decide anew; version 0 means that it is not there.`,
      );
    }
    assertMayWrite(context, "plan_state", row);
    context.touched([plan_id, key]);
    return row;
  });
}

export async function getPlanState(context: OperationContext, input: Input<"getPlanState">) {
  const row = await context.read((tx) => findState(tx, context.who, input));
  if (row === undefined || !mayRead(context, "plan_state", row)) throw notFound("key of this plan");
  context.touched([input.plan_id, input.key]);
  return row;
}

/** What each operation works with, as it is stored where the key is not there yet. */
function operandOf({ op, delta = 1, value, values, updates }: Input<"updatePlanState">) {
  switch (op) {
    case "increment":
      return delta;
    case "append":
      return [value];
    case "extend":
      return values;
    case "update_dict":
      return updates;
  }
}

/** Whether a number that was counted exactly so far would lose its last digits. */
const losesCount = (next: number, delta = 1): boolean =>
  Number.isInteger(next) && !Number.isSafeInteger(next) && Number.isSafeInteger(next - delta);

const wanted = { increment: "a number", append: "a list", extend: "a list", update_dict: "an object" };

export async function updatePlanState(context: OperationContext, input: Input<"updatePlanState">) {
  const { plan_id, op, key } = input;
  assertPlainNames({ plan_id, key });
  const operand = maskedValue(context, key, operandOf(input));
  const texts = stateDigests(context, "plan_state", { key, value: operand });
  return context.write(async (tx) => {
    const [, row] = await allInOrder(
      refuseRetractedTexts(tx, texts),
      changeState(tx, context.who, input, op, operand),
    );
    if (row === undefined) throw conflict(key, `does not hold ${wanted[op]}, so ${op} cannot change it.`);
    if (op === "increment" && !Number.isFinite(row.value)) {
      throw conflict(key, "would become larger than any number that JSON can hold.");
    }
    if (op === "increment" && losesCount(row.value as number, input.delta)) {
      throw conflict(key, "would become a whole number too large to be kept exactly. Start another counter.");
    }
    assertFits(key, row.value);
    assertMayWrite(context, "plan_state", row);
    // The answer holds what was there before, too.
    if (!mayRead(context, "plan_state", row)) throw notReadable(key);
    context.touched([input.plan_id, key]);
    return row;
  });
}

export async function listPlanState(context: OperationContext, input: Input<"listPlanState">) {
  const { plan_id, prefix = "" } = input;
  const page = pageOf(context, "listPlanState", input);
  const [after] = (page.after ?? []) as [string?];
  const { found, total } = await context.read((tx) =>
    listState(tx, context.who, { plan_id, prefix }, { after, rows: page.rows }),
  );
  const { shown, next } = page.cut(found, ({ key }) => [key]);
  context.touched([plan_id]);
  const entries = shown.filter((row) => mayRead(context, "plan_state", row));
  return { plan_id, entries, total_count: total, next_cursor: next.next_cursor ?? null };
}

export async function deletePlanState(context: OperationContext, input: Input<"deletePlanState">) {
  const { plan_id, key } = input;
  return context.write(async (tx) => {
    const deleted = await deleteState(tx, context.who, input);
    await forgetState(tx, context.who, { plan_id, key });
    context.touched([plan_id, key]);
    return { plan_id, key, deleted };
  });
}

export async function clearPlanState(context: OperationContext, { plan_id }: Input<"clearPlanState">) {
  return context.write(async (tx) => {
    const count = await clearState(tx, context.who, plan_id);
    await forgetState(tx, context.who, { plan_id });
    context.touched([plan_id]);
    return { plan_id, count };
  });
}
