import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { asOfOf, readCensorSignals } from "../../substrate/index.js";
import { searchKind } from "../search.js";
import { readCensorPage } from "./censors.sql.js";
import {
  censorFields,
  censorsInForce,
  inForce,
  readCensor,
  shownCensor,
  storedAction,
  withSignals,
} from "./read-censor.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

export async function getCensor(context: OperationContext, { censor_id }: Input<"getCensor">) {
  const censor = await context.read((tx) => readCensor(tx, context, censor_id));
  context.touched([censor_id]);
  return shownCensor(context, censor);
}

export async function listCensors(context: OperationContext, input: Input<"listCensors">) {
  const { who, policy } = context;
  const page = pageOf(context, "listCensors", input);
  const filter = censorsInForce(policy, input.domain);
  const { shown, next, censors } = await context.read(async (tx) => {
    const found = await readCensorPage(tx, who, filter, page);
    const { shown, next } = page.cut(found, ({ position, id }) => [position, id]);
    return { shown, next, censors: await withSignals(tx, context, shown) };
  });
  context.touched(shown.map(({ id }) => id));
  return {
    censors: censors.map((censor) => shownCensor(context, censor)),
    next_cursor: next.next_cursor ?? null,
  };
}

/** Censors in force, by meaning and words. Nothing is counted. */
export async function searchCensors(context: OperationContext, input: Input<"searchCensors">) {
  const { hits, scored, answer } = await searchKind(context, "censor", input, inForce(input.domain));
  const ids = hits.map(({ id }) => id);
  const signals = await context.read((tx) => readCensorSignals(tx, context.who, ids, asOfOf(input)?.at));
  return {
    censors: hits.map((hit) => ({
      ...censorFields(hit.row),
      action: storedAction(hit.row, signals.get(hit.id)),
      ...scored(hit),
    })),
    ...answer,
  };
}
