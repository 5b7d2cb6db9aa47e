import {
  attributeLines,
  attributeText,
  type InputOf,
  type PalimpsestContract,
  PalimpsestError,
  type Scope,
  scopePrecedence,
} from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";
import type { OperationContext } from "../services.js";
import {
  changeState,
  filterOf,
  insertLinks,
  insertMemory,
  lockMemory,
  type MemoryRow,
  placeOf,
  prepareMemory,
  shownPlace,
  trustOf,
} from "../substrate/index.js";
import { readDecisions } from "./decisions.sql.js";
import { writerOrigin } from "./origin.js";

type Input = InputOf<PalimpsestContract["createDecision"]>;

const prepareDecision = (context: OperationContext, input: Input) => {
  const { decision, rationale, constraints, alternatives, consequences, refs } = input;
  return prepareMemory(context, {
    kind: "decision",
    attributes: { decision, rationale, constraints, alternatives, consequences, refs },
    origin: writerOrigin(context.who),
    ...placeOf(input),
  });
};

export async function createDecision(context: OperationContext, input: Input) {
  const memory = await prepareDecision(context, input);
  return context.write(async (tx) => {
    const at = await insertMemory(tx, context.who, memory);
    context.touched([memory.id]);
    return { decision_id: memory.id, ts: at, status: "active" as const };
  });
}

export async function supersedeDecision(
  context: OperationContext,
  input: InputOf<PalimpsestContract["supersedeDecision"]>,
) {
  const memory = await prepareDecision(context, input);
  return context.write(async (tx) => {
    const old = await lockMemory(tx, context.who, input.decision_id, "decision");
    assertMayReplace(context.who, old);
    if (old.status !== "active") {
      throw new PalimpsestError(
        "CONFLICT",
        "This decision has been superseded already; supersede the one in force.",
      );
    }
    const at = await insertMemory(tx, context.who, memory);
    await changeState(tx, context.who, "decision", input.decision_id, "superseded");
    await insertLinks(tx, context.who, memory.id, [input.decision_id], "supersedes");
    context.touched([memory.id, input.decision_id]);
    return {
      decision_id: memory.id,
      supersedes: input.decision_id,
      ts: at,
      status: "active" as const,
    };
  });
}

/** A person's decision is replaced only by a person, or by somebody who may approve edits. */
function assertMayReplace(who: Principal, old: { origin: string; owner_id: string }): void {
  if (old.origin !== "human" || who.type === "human") return;
  if (old.owner_id === who.id || who.permissions.has("edit:approve")) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "A person made this decision, so an agent does not replace it. Propose an edit of it, or record a decision of your own beside it.",
  );
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
  const rows = await context.read((tx) => readDecisions(tx, context.who, filter, input.limit));
  context.touched(rows.map(({ id }) => id));
  return {
    decisions: rows.map((row) => ({
      decision_id: row.id,
      ts: row.occurred_at.toISOString(),
      status: row.status as "active" | "superseded",
      ...shownPlace(row),
      precedence: precedenceOf(row.scope),
      ...decisionOf(row),
      trust: trustOf(row, context.who.id),
      edits_applied: row.edit_count,
    })),
  };
}
