import {
  attributeLines,
  attributeText,
  type InputOf,
  type PalimpsestContract,
  type Scope,
  scopePrecedence,
} from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  filterOf,
  gapsIn,
  insertMemory,
  type MemoryRow,
  placeOf,
  prepareMemory,
  shownPlace,
  trustOf,
  trustViewOf,
} from "../substrate/index.js";
import { writerOrigin } from "./origin.js";
import { decisionRank, rankedPosition, readRanked } from "./ranked.sql.js";

type Input = InputOf<PalimpsestContract["createDecision"]>;

/** A decision's own attributes, as they were given. */
export const decidedIn = (
  input: Pick<Input, "decision" | "rationale" | "constraints" | "alternatives" | "consequences" | "refs">,
) => ({
  decision: input.decision,
  rationale: input.rationale,
  constraints: input.constraints,
  alternatives: input.alternatives,
  consequences: input.consequences,
  refs: input.refs,
});

export async function createDecision(context: OperationContext, input: Input) {
  const memory = await prepareMemory(context, {
    kind: "decision",
    attributes: decidedIn(input),
    origin: writerOrigin(context.who),
    ...placeOf(input),
  });
  return context.write(async (tx) => {
    const at = await insertMemory(tx, context.who, memory);
    context.touched([memory.id]);
    return { memory_id: memory.id, recorded_at: at, status: "active" as const };
  });
}

/** Of a scope, or of none. */
export const precedenceOf = (scope: Scope | null): number => (scope === null ? 0 : scopePrecedence[scope]);

/** A decision's own attributes, edits applied. */
export const decisionOf = ({ attributes }: Pick<MemoryRow, "attributes">) => ({
  decision: attributeText(attributes, "decision"),
  rationale: attributeLines(attributes, "rationale"),
  constraints: attributeLines(attributes, "constraints"),
  alternatives: attributeLines(attributes, "alternatives"),
  consequences: attributeLines(attributes, "consequences"),
  refs: attributeLines(attributes, "refs"),
});

/** Policy before project before user before session. */
export async function listDecisions(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listDecisions"]>,
) {
  const filter = filterOf(context.policy, ["decision"], input);
  if (!input.include_superseded) filter.statuses = ["active"];
  assertMayFilter(context, filter);
  const trusted = { writers: context.policy.retrieval.trust.writers };
  const page = pageOf(context, "listDecisions", input);
  const { found, gaps } = await context.read(async (tx) => ({
    found: await readRanked(tx, context.who, filter, decisionRank, { ...page, ...trusted }),
    gaps: await gapsIn(tx, context.who, filter),
  }));
  const { shown: rows, next } = page.cut(found, rankedPosition);
  context.touched(rows.map(({ id }) => id));
  return {
    decisions: rows.map((row) => ({
      memory_id: row.id,
      occurred_at: row.occurred_at.toISOString(),
      status: row.status as "active" | "superseded",
      ...shownPlace(row),
      precedence: precedenceOf(row.scope),
      ...decisionOf(row),
      trust: trustOf(row, trustViewOf(context.who, context.policy)),
      edits_applied: row.edit_count,
    })),
    ...gaps,
    ...next,
  };
}
