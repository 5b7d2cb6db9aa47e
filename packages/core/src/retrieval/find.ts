import { assertWithin } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { assertMayFilter, filterOf, gapsIn, pendingEdits } from "../substrate/index.js";
import { periodOf, understoodOf } from "../time/index.js";
import { prepareQuery } from "./query.js";
import { search } from "./search.js";

type Asked = Parameters<typeof filterOf>[2] &
  Parameters<typeof periodOf>[0] & { query: string; limit: number; min_relevance?: number };

/** Searches memories of these kinds for a caller, with what is withheld from it and the edits that wait. */
export async function find(context: OperationContext, kinds: string[], input: Asked) {
  const { services, who, policy } = context;
  assertWithin("query", input.query.length, policy.limits.query_characters, " characters long");
  const { clock, bounds, understood } = periodOf(input);
  const filter = filterOf(policy, kinds, { ...input, ...bounds });
  assertMayFilter(context, filter);
  const query = await prepareQuery(services, input.query, clock);
  const answer = await context.read(async (tx) => {
    const { limit, min_relevance: minRelevance } = input;
    const found = await search(tx, who, query, filter, { limit, policy, minRelevance });
    const rows = found.hits.map(({ row }) => row);
    return {
      found,
      gaps: await gapsIn(tx, who, filter),
      pending: await pendingEdits(tx, who, rows, filter.asOf),
    };
  });
  context.touched(answer.found.hits.map(({ id }) => id));
  return { ...answer, understood: [...understood, ...understoodOf(query.times)] };
}
