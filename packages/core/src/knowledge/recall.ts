import { type InputOf, kindNames, type PalimpsestContract } from "@palimpsest/contract";
import { assertWithin } from "../policy/index.js";
import { explain, prepareQuery, search } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  filterOf,
  gapsIn,
  pendingEdits,
  shownPending,
  shownPlace,
  shownWriter,
} from "../substrate/index.js";

export async function recall(context: OperationContext, input: InputOf<PalimpsestContract["recall"]>) {
  const { services, who, policy } = context;
  assertWithin("query", input.query.length, policy.limits.query_characters, " characters long");
  const filter = filterOf(policy, input.kinds ?? kindNames(({ recalled }) => recalled), input);
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
    memories: found.hits.map((hit) => ({
      memory_id: hit.id,
      kind: hit.row.kind,
      text: hit.row.text,
      score: hit.score,
      occurred_at: hit.row.occurred_at.toISOString(),
      ...shownPlace(hit.row),
      tags: hit.row.tags,
      importance: hit.row.importance,
      status: hit.row.status,
      trust: hit.trust,
      ...shownWriter(hit.row),
      ...shownPending(pending, hit.id),
      why: explain(hit),
    })),
    total_count: found.total,
    ...gaps,
    mode: found.mode,
    ...(found.leftOut === undefined ? {} : { left_out: found.leftOut }),
  };
}
