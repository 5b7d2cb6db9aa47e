import { assertWithin } from "../policy/index.js";
import { prepareQuery, searchWeighed, type Weighed } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { assertMayFilter, type Filter, filterOf } from "../substrate/index.js";

type Asked = Parameters<typeof filterOf>[2] & { query: string; limit: number; explain: boolean };

/**
 * Searches memories of one kind by score = (0.7·meaning + 0.3·words)·trust. `narrow` names states and values of attributes
 * that they must have.
 */
export async function searchKind(
  context: OperationContext,
  kind: string,
  input: Asked,
  narrow: Pick<
    Filter,
    "statuses" | "attributes" | "orAbsent" | "outcome" | "driving" | "skillsOf" | "limitedReaders"
  > = {},
) {
  const { services, who, policy } = context;
  assertWithin("query", input.query.length, policy.limits.query_characters, " characters long");
  const filter = { ...filterOf(policy, [kind], input), ...narrow };
  assertMayFilter(context, filter);
  const query = await prepareQuery(services, input.query);
  const found = await context.read((tx) =>
    searchWeighed(tx, who, query, filter, { limit: input.limit, policy }),
  );
  context.touched(found.hits.map(({ id }) => id));
  return {
    hits: found.hits,
    /** What every row of the answer shows, besides its kind's own fields. */
    scored: ({ score, trust, parts }: Weighed) => ({ score, trust, ...(input.explain ? { parts } : {}) }),
    answer: {
      total_count: found.total,
      mode: modeOf(found.mode.startsWith("words and vectors") || isBlank(input.query)),
      ...(found.leftOut === undefined ? {} : { left_out: found.leftOut }),
    },
  };
}

/** A blank query has nothing to compare, whatever the embedder does. */
export const isBlank = (query: string): boolean => query.trim() === "";

export const modeOf = (vectors: boolean) =>
  vectors ? ("words and vectors" as const) : ("words alone" as const);
