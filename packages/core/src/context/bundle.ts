import {
  type Attributes,
  attributeLines,
  kindOf,
  type OutputOf,
  type PalimpsestContract,
} from "@palimpsest/contract";
import { sensitivitiesFor } from "../policy/index.js";
import { type MemoryRow, shownTurn, shownWriter, type Trust } from "../substrate/index.js";
import { foldForSearch } from "../text/index.js";
import { shownTimes, understoodOf } from "../time/index.js";
import { decisionOf, precedenceOf, ruleOf, taskOf } from "../work/index.js";
import type { Assembled } from "./assemble.js";
import type { Candidate } from "./pack/candidate.js";
import { cleanName, cleanText } from "./pack/clean-text.js";
import { sectionNames } from "./rank/modes.js";

export type Bundle = OutputOf<PalimpsestContract["buildAcb"]>["acb"];

const mostTerms = 64;

/** The bundle in the words of the contract. */
export function bundleOf(acbId: string, made: Assembled): Bundle {
  const { inputs, moment, policy, mode, caps, gathered, packed } = made;
  const { alpha, beta, gamma } = policy.retrieval.context;
  const shown = (name: (typeof sectionNames)[number]) => packed.shown.get(name)!;
  const memories = (name: (typeof sectionNames)[number]) =>
    shown(name).flatMap((candidate) => (candidate.row ? [{ ...candidate, row: candidate.row }] : []));
  const turns = new Map(gathered.turns.map((turn) => [turn.event_id, turn]));
  const edits = new Map(
    sectionNames.flatMap((name) => memories(name).map(({ row }) => [row.id, row.edit_count] as const)),
  );
  const estimates = [...packed.estimates.values()].reduce((sum, tokens) => sum + tokens, 0);
  return {
    acb_id: acbId,
    session: {
      events: shown("recent_window").map(({ text, refs }) => {
        const { event_id, kind, actor_type, actor_id, said_by, ts } = turns.get(refs[0]!)!;
        return { event_id, kind, actor_type, actor_id, writer: said_by, ts, text };
      }),
      chunks: memories("retrieved_evidence").map(({ row, text, score }) => ({
        chunk_id: row.id,
        text,
        importance: row.importance,
        ts: row.occurred_at.toISOString(),
        score: score ?? 0,
      })),
    },
    active_decisions: memories("relevant_decisions").map(({ row, trust }) => {
      const { decision, rationale } = decisionOf(shownAttributes(row, trust));
      const scope = row.scope;
      return {
        decision_id: row.id,
        decision,
        scope,
        rationale,
        precedence: precedenceOf(scope),
        trust,
      };
    }),
    active_tasks: memories("task_state").flatMap(({ row, trust }) => {
      // What is held in mind stands there too.
      if (kindOf(row.kind).context?.section !== "task_state") return [];
      return [{ task_id: row.id, ...titleAndDetails(row, trust), status: row.status, trust }];
    }),
    capsules: capsulesOf(gathered, shown("capsules")),
    edits_applied: [...edits.values()].reduce((sum, n) => sum + n, 0),
    total_tokens: packed.totalTokens,
    budget_tokens: inputs.max_tokens,
    token_used_est: estimates,
    sections: sectionNames.map((name) => ({
      name,
      items: memories(name).map(itemOf),
      ...(name === "task_state" ? linesOf(shown(name)) : {}),
      token_est: packed.estimates.get(name)!,
      cap: caps[name],
    })),
    omissions: packed.omissions.list(),
    ...gathered.gaps,
    provenance: {
      intent: inputs.intent ?? null,
      query_terms: queryTerms(inputs.query),
      candidate_pool_size: gathered.poolSize,
      filters: { sensitivity_allowed: sensitivitiesFor(policy, inputs.channel) },
      scoring: { alpha, beta, gamma },
      ...shownTimes(understoodOf(made.times)),
      last_edit_at: moment.lastEditAt,
      policy_version: policy.version,
    },
    mode: mode.mode,
    mode_confidence: mode.confidence,
    mode_invariants: [...new Set(memories("rules").flatMap(({ row }) => ruleOf(row).invariant ?? []))],
    prompt: packed.prompt,
  };
}

/** Attributes as a context shows them: each text cleaned like the whole. */
function shownAttributes({ attributes }: MemoryRow, trust: Trust): { attributes: Attributes } {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return cleanText(value, trust);
    return Array.isArray(value) ? value.map(clean) : value;
  };
  return { attributes: Object.fromEntries(Object.entries(attributes).map(([k, v]) => [k, clean(v)])) };
}

function titleAndDetails(row: MemoryRow, trust: Trust) {
  const { title, details } = taskOf(shownAttributes(row, trust));
  return { title, details };
}

/** What is shown besides memories. */
function linesOf(shown: Candidate[]): { lines?: string[] } {
  const lines = shown.flatMap(({ row, text }) => (row === undefined ? [text] : []));
  return lines.length > 0 ? { lines } : {};
}

const shownRisks = (candidate: Candidate | undefined): string[] =>
  candidate?.row ? attributeLines(shownAttributes(candidate.row, candidate.trust).attributes, "risks") : [];

function itemOf({
  row,
  text,
  refs,
  trust,
  score,
  pending,
}: Candidate & { row: NonNullable<Candidate["row"]> }) {
  const type = kindOf(row.kind).context?.itemType ?? "text";
  return {
    type,
    memory_id: row.id,
    text,
    ...(type === "decision" ? { decision_id: row.id } : {}),
    refs,
    trust,
    ...shownWriter(row),
    ...shownTurn(row),
    occurred_at: row.occurred_at.toISOString(),
    ...(score === undefined ? {} : { score }),
    ...(pending.length === 0 ? {} : { pending_edits: pending }),
  };
}

/** The capsules of which something is shown. */
function capsulesOf({ capsules }: Assembled["gathered"], shown: Candidate[]): Bundle["capsules"] {
  const used = new Set(shown.flatMap(({ refs }) => refs));
  return capsules
    .filter(({ row }) => used.has(row.id))
    .map(({ row, items }) => ({
      capsule_id: row.id,
      scope: row.scope ?? "session",
      subject_type: row.subject_type ?? "",
      subject_id: row.subject_id ?? "",
      item_count: items.length,
      author_agent_id: row.author_id,
      risks: shownRisks(shown.find(({ id }) => id === row.id)),
    }));
}

const queryTerms = (query: string | undefined): string[] =>
  query === undefined
    ? []
    : [...new Set(foldForSearch(query, { side: "query" }).split(" ").filter(Boolean))]
        .map(cleanName)
        .slice(0, mostTerms);
