import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { assertMayFilter, chunkKinds, filterOf, readByIds, readMemories } from "../substrate/index.js";

export async function chunkTimeline(
  context: OperationContext,
  input: InputOf<PalimpsestContract["chunkTimeline"]>,
) {
  const filter = filterOf(context.policy, chunkKinds(), input);
  assertMayFilter(context.who, filter);
  const { center, rows } = await context.read(async (tx) => {
    const [center] = await readByIds(tx, context.who, filter, [input.chunk_id]);
    if (!center) throw notFound("chunk");
    const rows = await readMemories(tx, context.who, filter, {
      where: `m.occurred_at between ?1::timestamptz - make_interval(secs => ?2)
                                and ?1::timestamptz + make_interval(secs => ?2)`,
      values: [center.occurred_at, input.window_seconds],
      columns: "round(extract(epoch from m.occurred_at - ?1::timestamptz))::integer as distance",
      order: "abs(extract(epoch from m.occurred_at - ?1::timestamptz)), m.id",
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
      distance_seconds: Number(row.distance),
    })),
  };
}
