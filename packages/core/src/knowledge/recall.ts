import { type InputOf, kindNames, type PalimpsestContract } from "@palimpsest/contract";
import { explain, find } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { shownPending, shownPlace, shownTurn, shownWriter } from "../substrate/index.js";
import { shownTimes } from "../time/index.js";

export async function recall(context: OperationContext, input: InputOf<PalimpsestContract["recall"]>) {
  const { found, gaps, pending, understood } = await find(
    context,
    input.kinds ?? kindNames(({ recalled }) => recalled),
    input,
  );
  return {
    memories: found.hits.map((hit) => ({
      memory_id: hit.id,
      kind: hit.row.kind,
      text: hit.row.text,
      score: hit.score,
      relevance: hit.relevance,
      occurred_at: hit.row.occurred_at.toISOString(),
      ...shownPlace(hit.row),
      tags: hit.row.tags,
      importance: hit.row.importance,
      status: hit.row.status,
      trust: hit.trust,
      ...shownWriter(hit.row),
      ...shownTurn(hit.row),
      ...shownPending(pending, hit.id),
      why: explain(hit),
    })),
    total_count: found.total,
    ...gaps,
    mode: found.mode,
    ...(found.leftOut === undefined ? {} : { left_out: found.leftOut }),
    ...shownTimes(understood),
  };
}
