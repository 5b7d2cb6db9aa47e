import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { assertWithin } from "../policy/index.js";
import { explain, prepareQuery, search } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  chunkKinds,
  filterOf,
  gapsIn,
  pendingEdits,
  shownPending,
  shownWriter,
} from "../substrate/index.js";

export async function searchChunks(
  context: OperationContext,
  input: InputOf<PalimpsestContract["searchChunks"]>,
) {
  const { services, who, policy } = context;
  assertWithin("query", input.query.length, policy.limits.query_characters, " characters long");
  const filter = filterOf(policy, chunkKinds(), input);
  assertMayFilter(context, filter);
  const query = await prepareQuery(services, input.query);
  const { found, gaps, pending } = await context.read(async (tx) => {
    const found = await search(tx, who, query, filter, { limit: input.limit, policy });
    const rows = found.hits.map(({ row }) => row);
    return {
      found,
      gaps: await gapsIn(tx, who, filter),
      pending: await pendingEdits(tx, who, rows, filter.asOf),
    };
  });
  context.touched(found.hits.map(({ id }) => id));
  return {
    chunks: found.hits.map((hit) => ({
      chunk_id: hit.id,
      text: hit.row.text,
      importance: hit.row.importance,
      ts: hit.row.occurred_at.toISOString(),
      rank: hit.score,
      edits_applied: hit.row.edit_count,
      kind: hit.row.kind as "chunk",
      status: hit.row.status,
      trust: hit.trust,
      ...shownWriter(hit.row),
      ...shownPending(pending, hit.id),
      ...(input.explain ? { why: explain(hit), parts: hit.parts } : {}),
    })),
    total_count: found.total,
    ...gaps,
    mode: found.mode,
    ...(found.leftOut === undefined ? {} : { left_out: found.leftOut }),
  };
}
