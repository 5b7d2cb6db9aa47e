import { attributeLines } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import type { Query } from "../retrieval/index.js";
import { isClaim, isPerson, type TrustView, trustViewOf } from "../substrate/index.js";
import { ruleOf } from "../work/index.js";
import { type Gathered, gather, type Inputs } from "./gather/gather.js";
import type { Moment } from "./gather/moment.sql.js";
import { bareTurn, type Candidate, candidateOf, type Shown } from "./pack/candidate.js";
import { cleanName } from "./pack/clean-text.js";
import { type Packed, Packer } from "./pack/pack.js";
import { capsFor, detectMode, type SectionName } from "./rank/modes.js";
import { rankEvidence } from "./rank/score.js";

/** A bundle before it is written down: a function of the database's state, the reader and the inputs alone. */
export interface Assembled {
  /** The smallest budget that all rules which are never dropped fit in; more than the budget if one was. */
  leastTokens: number;
  inputs: Inputs;
  moment: Moment;
  policy: Policy;
  mode: ReturnType<typeof detectMode>;
  caps: ReturnType<typeof capsFor>;
  gathered: Gathered;
  packed: Packed;
}

const maxItems = { tasks: 100, decisions: 50, evidence: 200, any: 1_000 };
const stickiness: Record<string, number> = {
  safety: 1_000,
  user_correction: 900,
  hard_constraint: 800,
  blocking_error: 700,
};

interface Given {
  moment: Moment;
  query: Query | undefined;
  policy: Policy;
  /** Makes the marks around quoted memories. */
  nonce: string;
}

/** What a bundle is made from. */
export interface Material extends Given {
  reader: Principal;
  inputs: Inputs;
  gathered: Gathered;
}

export async function collect(tx: Tx, reader: Principal, inputs: Inputs, given: Given): Promise<Material> {
  return { ...given, reader, inputs, gathered: await gather(tx, reader, inputs, given) };
}

/** Not for use in a transaction: a large bundle is packed for as long as it is read. */
export function assemble({ reader, inputs, gathered, moment, query, nonce, policy }: Material): Assembled {
  const weights = policy.retrieval.context;
  const mode = detectMode(inputs.intent);
  const caps = capsFor(mode.mode, inputs.max_tokens, inputs.include_capsules);
  const { writer_items: writerItems } = policy.retrieval.trust;
  const view = trustViewOf(reader, policy);
  const packer = new Packer(inputs.max_tokens, caps, nonce, writerItems);
  const show = (section: SectionName, row: Parameters<typeof candidateOf>[0], more: Partial<Shown> = {}) =>
    candidateOf(row, {
      section,
      view,
      past: moment.asOf !== undefined,
      pending: gathered.pending.get(row.id),
      ...more,
    });

  const weight = (row: Row) => stickiness[ruleOf(row).invariant ?? ""] ?? 0;
  const rules = {
    section: "rules" as const,
    rows: gathered.rules.toSorted((a, b) => weight(b) - weight(a)),
    show: (row: Row) =>
      show("rules", row, {
        sticky: weight(row) > 0,
        label: weight(row) > 0 ? `[${ruleOf(row).invariant}] ` : "",
      }),
    maxItems: maxItems.any,
  };
  packer.fill(rules);
  const sticky = new Packer(Number.POSITIVE_INFINITY, caps, nonce, writerItems);
  sticky.fill({ ...rules, rows: rules.rows.filter((row) => weight(row) > 0) });

  packer.fill({
    section: "task_state",
    rows: gathered.tasks,
    show: (row) =>
      show("task_state", row, {
        label: marked(row.status, row),
        refs: attributeLines(row.attributes, "refs"),
      }),
    maxItems: maxItems.tasks,
    distinct: true,
  });

  // The newest turns have the first claim on the room; they are told in the order they were said.
  const turns = turnsToTell(gathered).toReversed();
  packer.fill({
    section: "recent_window",
    rows: turns,
    show: (turn) => showTurn(turn, view, show),
    maxItems: maxItems.any,
  });
  packer.shown.get("recent_window")!.reverse();

  const told = shownIds(packer);
  packer.fill({
    section: "capsules",
    rows: capsuleRows(gathered).filter(({ id }) => !told.has(id) && told.add(id)),
    show: ({ row, capsule, label }) => show("capsules", row, { label, refs: [capsule] }),
    maxItems: maxItems.any,
  });

  const shown = shownIds(packer);
  const { ranked, below } = rankEvidence(gathered.evidence, {
    at: Date.parse(moment.at),
    asked: query !== undefined,
    weights,
    room: caps.retrieved_evidence,
  });
  const evidence = ranked.filter(({ row }) => !shown.has(row.id));
  packer.omissions.add("below_threshold", "retrieved_evidence", ...below.map(({ row }) => row));
  packer.fill({
    section: "retrieved_evidence",
    rows: evidence.map((hit) => ({ ...hit, id: hit.row.id })),
    show: ({ row, score }) => show("retrieved_evidence", row, { score, label: dated(row) }),
    maxItems: maxItems.evidence,
    distinct: true,
  });

  packer.fill({
    section: "relevant_decisions",
    rows: gathered.decisions,
    show: (row) =>
      show("relevant_decisions", row, {
        label: marked(row.scope ?? "global", row),
        refs: attributeLines(row.attributes, "refs"),
      }),
    maxItems: maxItems.decisions,
    distinct: true,
  });
  return {
    inputs,
    moment,
    policy,
    mode,
    caps,
    gathered,
    packed: packer.finish(),
    leastTokens: sticky.needed(),
  };
}

type Row = Gathered["tasks"][number];
type Show = (section: SectionName, row: Row, more?: Partial<Shown>) => Candidate;

/** Who wrote it; where somebody else is said to have spoken, that is told as what the writer says. */
const writtenBy = (row: Row): string =>
  isClaim(row) ? `${cleanName(row.speaker ?? "")} (as ${cleanName(row.writer)} says)` : cleanName(row.writer);
/** Of those who edited it, people need no mention: they answer for their words like a writer. */
const agentsIn = (row: Row): string[] => row.edited_by.filter((by) => by !== row.writer && !isPerson(by));
const byline = (row: Row): string =>
  [writtenBy(row), ...agentsIn(row).map((by) => `edited by ${cleanName(by)}`)].join(", ");
const dated = (row: Row) => `(${row.occurred_at.toISOString().slice(0, 10)}, ${byline(row)}) `;
const marked = (mark: string, row: Row) =>
  row.origin === "human" && !isClaim(row) && agentsIn(row).length === 0
    ? `[${mark}] `
    : `[${mark}, ${byline(row)}] `;

const shownIds = (packer: Packer): Set<string | undefined> =>
  new Set([...packer.shown.values()].flatMap((there) => there.map(({ id }) => id)));

/** A memory that several turns are about is told once, where it came up last. */
function turnsToTell({ turns }: Gathered): (Gathered["turns"][number] & { id?: string })[] {
  const last = new Map(turns.map((turn) => [turn.memory_id ?? turn.event_id, turn.event_id]));
  return turns.filter((turn) => last.get(turn.memory_id ?? turn.event_id) === turn.event_id);
}

function showTurn(turn: Gathered["turns"][number], view: TrustView, show: Show): Candidate {
  const itself = turn.said_by === `${turn.actor_type}:${turn.actor_id}`;
  const actor = `${cleanName(turn.actor_id)}${itself ? "" : ` (as ${cleanName(turn.said_by)} says)`}`;
  if (!turn.row) return bareTurn(`[${turn.kind} ${actor}]`, turn, view);
  return show("recent_window", turn.row, { label: `${turn.actor_type} ${actor}: `, refs: [turn.event_id] });
}

/** Each capsule, then what it holds. */
function capsuleRows({ capsules }: Gathered): { id: string; row: Row; capsule: string; label: string }[] {
  return capsules.flatMap(({ row, items }) => [
    { id: row.id, row, capsule: row.id, label: `[from ${cleanName(row.author_id)}] ` },
    ...items.map((item) => ({ id: item.id, row: item, capsule: row.id, label: dated(item) })),
  ]);
}
