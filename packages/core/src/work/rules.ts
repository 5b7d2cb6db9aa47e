import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  filterOf,
  insertMemory,
  type MemoryRow,
  prepareMemory,
} from "../substrate/index.js";
import { writerOrigin } from "./origin.js";
import { readRules, ruleGaps } from "./rules.sql.js";

const scopeOf = { org: "policy", project: "project", user: "user" } as const;

/** Rules drive every context, so only people write them. */
export async function createRule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["createRule"]>,
) {
  if (context.who.type !== "human") {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Only a person may write a rule; remember it as a note and ask one.",
    );
  }
  const memory = await prepareMemory(context, {
    kind: "rule",
    text: input.content,
    attributes: { priority: input.priority, channel: input.channel, invariant: input.invariant },
    origin: writerOrigin(context.who),
    scope: scopeOf[input.scope],
    subjectType: input.subject_type,
    subjectId: input.subject_id,
    projectId: input.project_id,
    // A rule for all channels must be heard in all of them.
    channel: input.channel ?? "public",
  });
  return context.write(async (tx) => {
    const at = await insertMemory(tx, context.who, memory);
    context.touched([memory.id]);
    return { memory_id: memory.id, recorded_at: at };
  });
}

type Listed = OutputOf<PalimpsestContract["listRules"]>["rules"][number];

/** A rule's own attributes, edits applied. */
export const ruleOf = ({ attributes }: Pick<MemoryRow, "attributes">) => ({
  priority: Number(attributes.priority ?? 0),
  channel: (attributes.channel ?? null) as Listed["channel"],
  invariant: (attributes.invariant ?? null) as string | null,
});

export async function listRules(context: OperationContext, input: InputOf<PalimpsestContract["listRules"]>) {
  const place = filterOf(context.policy, [], input);
  assertMayFilter(context, place);
  const page = pageOf(context, "listRules", input);
  const { found, gaps } = await context.read(async (tx) => ({
    found: await readRules(tx, context.who, place, page.rows, page.after),
    gaps: await ruleGaps(tx, context.who, place),
  }));
  const { shown: rows, next } = page.cut(found, (row) => {
    const { invariant, priority } = ruleOf(row);
    return [invariant === null, invariant ?? "", -priority, row.position, row.id];
  });
  context.touched(rows.map(({ id }) => id));
  return {
    rules: rows.map((row) => ({
      memory_id: row.id,
      occurred_at: row.occurred_at.toISOString(),
      content: row.text,
      scope: row.scope === "policy" ? ("org" as const) : (row.scope as "project" | "user"),
      ...ruleOf(row),
      project_id: row.project_id,
      edits_applied: row.edit_count,
    })),
    ...gaps,
    ...next,
  };
}
