import { type InputOf, invalidField, kindNames, kindOf, type PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  countMemories,
  filterOf,
  listMemories as listAdmitted,
  pendingEdits,
  positionOf,
  shownPending,
  shownPlace,
  shownTurn,
  shownWriter,
  trustOf,
  trustViewOf,
} from "../substrate/index.js";
import { periodOf, shownTimes } from "../time/index.js";

type Input = InputOf<PalimpsestContract["listMemories"]>;

/** Memories in order of time. They are admitted as in every read, so that neither pages nor totals tell of hidden ones. */
export async function listMemories(context: OperationContext, input: Input) {
  const { who, policy } = context;
  const { bounds, understood } = periodOf(input);
  const page = pageOf(context, "listMemories", { ...input, ...bounds });
  const retracted = input.state === "retracted";
  const filter = filterOf(policy, kindsOf(input), {
    ...input,
    ...bounds,
    include_quarantined: input.state !== "live",
  });
  if (retracted) filter.retracted = true;
  if (input.status !== undefined) filter.statuses = [input.status];
  assertMayFilter(context, filter);
  const narrowing = {
    speaker: input.speaker,
    writer: input.writer,
    saidIn: input.said_in,
    since: bounds.since,
    until: bounds.until,
    quarantined: input.state === "quarantined",
    pending: input.pending,
  };
  const byRecording = input.since !== undefined || input.until !== undefined;
  const { found, pending, total } = await context.read(async (tx) => {
    const found = await listAdmitted(tx, who, filter, narrowing, {
      by: byRecording ? "recorded_at" : "occurred_at",
      first: input.order,
      ...page,
    });
    return {
      found: page.cut(found, positionOf),
      pending: await pendingEdits(tx, who, found),
      total: input.total ? { total_count: await countMemories(tx, who, filter, narrowing) } : {},
    };
  });
  context.touched(found.shown.map(({ id }) => id));
  const view = trustViewOf(who, policy);
  return {
    memories: found.shown.map((row) => ({
      memory_id: row.id,
      kind: row.kind,
      text: retracted ? null : row.text,
      occurred_at: row.occurred_at.toISOString(),
      recorded_at: row.recorded_at.toISOString(),
      ...shownPlace(row),
      ...shownTurn(row),
      said_in: row.channel,
      tags: retracted ? [] : row.tags,
      importance: row.importance,
      status: row.status,
      trust: trustOf(row, view),
      ...shownWriter(row),
      ...shownPending(pending, row.id),
    })),
    ...total,
    ...found.next,
    ...shownTimes(understood),
  };
}

/** The kinds asked for; with a status, those of them that know it. */
function kindsOf({ kinds = kindNames(({ recalled }) => recalled), status }: Input): string[] {
  if (status === undefined) return kinds;
  const known = kinds.filter((name) => {
    const { states } = kindOf(name);
    return states === undefined ? status === "active" : status in states.transitions;
  });
  if (known.length === 0) throw invalidField("status", `must be a state of ${kinds.join(", ")}`);
  return known;
}
