import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { agentMeant, type Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertMayFilter,
  filterOf,
  type MemoryRow,
  memoriesWith,
  readByIds,
  trustOf,
  trustViewOf,
} from "../../substrate/index.js";
import { searchKind } from "../search.js";

type Recent = InputOf<PalimpsestContract["getRecentHistory"]>;
type Shown = OutputOf<PalimpsestContract["getRecentHistory"]>["interactions"][number];

/** Whose turns are asked for: one user's at a time, and those with one agent if it is named. */
function whoseTurns(who: Principal, input: { agent_id?: string; user_id?: string }): Record<string, string> {
  agentMeant(who, input.agent_id);
  return {
    user_id: input.user_id ?? who.id,
    ...(input.agent_id !== undefined && { agent_id: input.agent_id }),
  };
}

/** So many are looked at, if most of them are withheld. */
const mostLookedAt = 5_000;

export async function getRecentHistory(context: OperationContext, input: Recent) {
  const { who, policy } = context;
  const attributes = whoseTurns(who, input);
  const filter = { ...filterOf(policy, ["interaction"], input), attributes };
  assertMayFilter(context, filter);
  const rows = await context.read(async (tx) => {
    const found: MemoryRow[] = [];
    let after: { id: string; occurred_at: string } | undefined;
    for (let seen = 0, size = input.limit; found.length < input.limit && seen < mostLookedAt; size *= 4) {
      const page = await memoriesWith(tx, "interaction", "user_id", attributes.user_id!, after, size);
      const ids = page.map(({ id }) => id);
      const admitted = new Map((await readByIds(tx, who, filter, ids)).map((row) => [row.id, row]));
      found.push(...ids.flatMap((id) => admitted.get(id) ?? []));
      if (page.length < size) break;
      seen += page.length;
      after = page.at(-1);
    }
    return found.slice(0, input.limit);
  });
  context.touched(rows.map(({ id }) => id));
  return { interactions: rows.map((row) => shownInteraction(context, row)) };
}

export async function searchInteractions(
  context: OperationContext,
  { q, ...input }: InputOf<PalimpsestContract["searchInteractions"]>,
) {
  const attributes = whoseTurns(context.who, input);
  const asked = { ...input, query: q, explain: false };
  const { hits, answer } = await searchKind(context, "interaction", asked, { attributes });
  return {
    results: hits.map(({ row, score }) => ({ ...shownInteraction(context, row), score })),
    ...answer,
  };
}

function shownInteraction({ who, policy }: OperationContext, row: MemoryRow): Shown {
  const { attributes } = row;
  return {
    id: row.id,
    user_id: attributes.user_id as string,
    agent_id: attributes.agent_id as string,
    role: attributes.role as Shown["role"],
    content: row.text,
    metadata: (attributes.metadata ?? {}) as Shown["metadata"],
    session_id: row.session_id,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.recorded_at.toISOString(),
    writer: row.writer,
    trust: trustOf(row, trustViewOf(who, policy)),
    edits_applied: row.edit_count,
  };
}
