import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  chunkKinds,
  filterOf,
  gapsIn,
  readByIds,
  shownTurn,
  shownWriter,
} from "../substrate/index.js";
import { around, readAround } from "./timeline.sql.js";

export async function chunkTimeline(
  context: OperationContext,
  input: InputOf<PalimpsestContract["chunkTimeline"]>,
) {
  const filter = filterOf(context.policy, chunkKinds(), input);
  assertMayFilter(context, filter);
  // The centre only says where to look, so it may have been withheld since.
  const centre = filter.asOf ? { ...filter, asOf: { ...filter.asOf, seeWithheld: true } } : filter;
  const { center, rows, gaps } = await context.read(async (tx) => {
    const [center] = await readByIds(tx, context.who, centre, [input.chunk_id]);
    if (!center) throw notFound("chunk");
    const window = around(center.occurred_at, input.window_seconds);
    return {
      center,
      rows: await readAround(tx, context.who, filter, window, input.limit),
      gaps: await gapsIn(tx, context.who, filter, window),
    };
  });
  context.touched(rows.map(({ id }) => id));
  return {
    around_chunk_id: center.id,
    center_ts: center.occurred_at.toISOString(),
    window_seconds: input.window_seconds,
    chunks: rows.map((row) => ({
      chunk_id: row.id,
      text: row.text,
      ts: row.occurred_at.toISOString(),
      distance_seconds: row.distance,
      ...shownWriter(row),
      ...shownTurn(row),
    })),
    ...gaps,
  };
}
