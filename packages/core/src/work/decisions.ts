import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { OperationContext } from "../services.js";
import {
  type Filter,
  filterOf,
  insertLinks,
  insertMemory,
  type MemoryRow,
  placeOf,
  prepareMemory,
  readMemories,
  shownPlace,
  trustedFirst,
  trustOf,
} from "../substrate/index.js";
import { changeState, lockKind } from "./kinds.sql.js";
import { writerOrigin } from "./origin.js";
import { decisionAttributes, decisionText, readDecision, refsOf } from "./texts.js";

type Input = InputOf<PalimpsestContract["createDecision"]>;

const prepareDecision = (context: OperationContext, input: Input) => {
  return prepareMemory(context, {
    kind: "decision",
    text: decisionText(input),
    ...writerOrigin(context.who),
    ...placeOf(input),
    attributes: decisionAttributes(input),
    importance: 1,
    status: "active",
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
    const old = await lockKind(tx, context.who, "decision", input.decision_id);
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

/** A person's decision goes out of force by a person's word, or by that of somebody trusted to approve edits. */
function assertMayReplace(who: Principal, old: { origin: string; owner_id: string }): void {
  if (old.origin !== "human" || who.type === "human") return;
  if (old.owner_id === who.id || who.permissions.has("edit:approve")) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "A person made this decision, so an agent does not replace it. Propose an edit of it, or record a decision of your own beside it.",
  );
}

export const precedence: Record<string, number> = { policy: 4, project: 3, user: 2, session: 1, global: 0 };

/** Decisions that a filter admits, policy before project before user before session; for a context, the trusted first. */
export function readDecisions(
  tx: Tx,
  who: Principal,
  filter: Filter,
  limit: number,
  forContext = false,
): Promise<MemoryRow[]> {
  return readMemories(
    tx,
    who,
    { ...filter, kinds: ["decision"] },
    {
      where: "true",
      values: forContext ? [who.id] : [],
      order: `${forContext ? `${trustedFirst}, ` : ""}palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id desc`,
      limit,
    },
  );
}

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
      precedence: precedence[row.scope ?? ""] ?? 0,
      ...readDecision(row.text),
      refs: refsOf(row),
      trust: trustOf(row, context.who.id),
      edits_applied: row.edit_count,
    })),
  };
}
