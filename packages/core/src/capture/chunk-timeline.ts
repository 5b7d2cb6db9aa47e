import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { assertMayFilter, chunkKinds, filterOf, readByIds } from "../substrate/index.js";
import { readAround } from "./timeline.sql.js";

export async function chunkTimeline(
  context: OperationContext,
  input: InputOf<PalimpsestContract["chunkTimeline"]>,
) {
  const filter = filterOf(context.policy, chunkKinds(), input);
  assertMayFilter(context.who, filter);
  const { center, rows } = await context.read(async (tx) => {
    const [center] = await readByIds(tx, context.who, filter, [input.chunk_id]);
    if (!center) throw notFound("chunk");
    const rows = await readAround(tx, context.who, filter, {
      at: center.occurred_at,
      seconds: input.window_seconds,
      limit: input.limit,
    });
    return { center, rows };
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
    })),
  };
}
