import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { explain, find } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { chunkKinds, shownPending, shownTurn, shownWriter } from "../substrate/index.js";
import { shownTimes } from "../time/index.js";

export async function searchChunks(
  context: OperationContext,
  input: InputOf<PalimpsestContract["searchChunks"]>,
) {
  const { found, gaps, pending, understood } = await find(context, chunkKinds(), input);
  return {
    chunks: found.hits.map((hit) => ({
      chunk_id: hit.id,
      text: hit.row.text,
      importance: hit.row.importance,
      ts: hit.row.occurred_at.toISOString(),
      rank: hit.score,
      relevance: hit.relevance,
      edits_applied: hit.row.edit_count,
      kind: hit.row.kind as "chunk",
      status: hit.row.status,
      trust: hit.trust,
      ...shownWriter(hit.row),
      ...shownTurn(hit.row),
      ...shownPending(pending, hit.id),
      ...(input.explain ? { why: explain(hit), parts: hit.parts } : {}),
    })),
    total_count: found.total,
    ...gaps,
    mode: found.mode,
    ...(found.leftOut === undefined ? {} : { left_out: found.leftOut }),
    ...shownTimes(understood),
  };
}
