import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { findErasure, readErasures } from "./erasure.sql.js";
import { assertNoAgent, shown } from "./shown.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

export async function getErasure(context: OperationContext, { erasure_id }: Input<"getErasure">) {
  assertNoAgent(context);
  const row = await context.read((tx) => findErasure(tx, erasure_id));
  if (row === undefined) throw notFound("erasure", "erasure_id");
  context.touched([erasure_id]);
  return shown(row);
}

export async function listErasures(context: OperationContext, input: Input<"listErasures">) {
  assertNoAgent(context);
  const { after, rows, cut } = pageOf(context, "listErasures", input);
  const found = await context.read((tx) => readErasures(tx, input.status, after, rows));
  const page = cut(found, ({ requested_at, erasure_id }) => [requested_at, erasure_id]);
  return { erasures: page.shown.map(shown), ...page.next };
}
