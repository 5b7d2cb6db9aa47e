import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Query } from "../retrieval/index.js";
import { bareTurn, type Candidate, candidateOf, type Shown } from "./candidate.js";
import { cleanName } from "./clean-text.js";
import { type Gathered, gather, type Inputs } from "./gather.js";
import { capsFor, detectMode, type SectionName } from "./modes.js";
import type { Moment } from "./moment.sql.js";
import { type Packed, Packer } from "./pack.js";
import { rankEvidence } from "./score.js";

/** A bundle before it is written down: a function of the database's state, the reader and the inputs alone. */
export interface Assembled {
  inputs: Inputs;
  moment: Moment;
  mode: ReturnType<typeof detectMode>;
  caps: ReturnType<typeof capsFor>;
  gathered: Gathered;
  packed: Packed;
}

const most = { tasks: 100, decisions: 50, evidence: 200, any: 1_000 };
const stickiness: Record<string, number> = {
  safety: 1_000,
  user_correction: 900,
  hard_constraint: 800,
  blocking_error: 700,
};

export async function assemble(
  tx: Tx,
  reader: Principal,
  inputs: Inputs,
  { moment, query, nonce }: { moment: Moment; query: Query | undefined; nonce: string },
): Promise<Assembled> {
  const gathered = await gather(tx, reader, inputs, moment, query);
  const mode = detectMode(inputs.intent);
  const caps = capsFor(mode.mode, inputs.max_tokens, inputs.include_capsules);
  const packer = new Packer(inputs.max_tokens, caps, nonce);
  const show = (section: SectionName, row: Parameters<typeof candidateOf>[0], more: Partial<Shown> = {}) =>
    candidateOf(row, { section, readerId: reader.id, past: moment.past, ...more });

  const rules = gathered.rules.map((row) => ({ row, weight: stickiness[String(row.invariant)] ?? 0 }));
  rules.sort((a, b) => b.weight - a.weight);
  packer.fill({
    section: "rules",
    candidates: rules.map(({ row, weight }) =>
      show("rules", row, { sticky: weight > 0, label: weight > 0 ? `[${row.invariant}] ` : "" }),
    ),
    most: most.any,
  });

  const tasks = gathered.tasks.map((row) =>
    show("task_state", row, { label: marked(row.status, row), refs: row.refs as string[] }),
  );
  packer.fill({ section: "task_state", candidates: tasks, most: most.tasks, crowded: true });

  // The newest turns have the first claim on the room; they are told in the order they were said.
  const turns = turnCandidates(gathered, show).toReversed();
  packer.fill({ section: "recent_window", candidates: turns, most: most.any });
  packer.shown.get("recent_window")!.reverse();

  const seen = new Set(packer.shown.get("recent_window")!.map(({ id }) => id));
  const fresh = (candidate: Candidate) => !seen.has(candidate.id) && seen.add(candidate.id);
  packer.fill({
    section: "capsules",
    candidates: capsuleCandidates(gathered, show).filter(fresh),
    most: most.any,
  });

  const shown = new Set([...packer.shown.values()].flatMap((there) => there.map(({ id }) => id)));
  const { ranked, below } = rankEvidence(gathered.evidence, Date.parse(moment.at), query !== undefined);
  packer.omissions.add("below_threshold", "retrieved_evidence", ...below.map(({ row }) => row));
  const evidence = ranked
    .filter(({ row }) => !shown.has(row.id))
    .map(({ row, score }) => show("retrieved_evidence", row, { score, label: dated(row) }));
  packer.fill({ section: "retrieved_evidence", candidates: evidence, most: most.evidence, crowded: true });

  const decisions = gathered.decisions.map((row) =>
    show("relevant_decisions", row, {
      label: marked(row.scope ?? "global", row),
      refs: row.refs as string[],
    }),
  );
  packer.fill({ section: "relevant_decisions", candidates: decisions, most: most.decisions, crowded: true });
  return { inputs, moment, mode, caps, gathered, packed: packer.finish() };
}

type Row = Gathered["tasks"][number];
type Show = (section: SectionName, row: Row, more?: Partial<Shown>) => Candidate;

const dated = (row: Row) => `(${row.occurred_at.toISOString().slice(0, 10)}, ${cleanName(row.source)}) `;
const marked = (mark: string, row: Row) =>
  row.origin === "human" ? `[${mark}] ` : `[${mark}, said by ${cleanName(row.source)}] `;

/** One line per turn; a memory that several turns are about is told once, where it came up last. */
function turnCandidates({ turns }: Gathered, show: Show): Candidate[] {
  const last = new Map(turns.map((turn) => [turn.memory_id ?? turn.event_id, turn.event_id]));
  return turns
    .filter((turn) => last.get(turn.memory_id ?? turn.event_id) === turn.event_id)
    .map((turn) => {
      const actor = cleanName(turn.actor_id);
      if (!turn.row) return bareTurn("", `[${turn.kind} ${actor}]`, turn.event_id);
      return show("recent_window", turn.row, {
        label: `${turn.actor_type} ${actor}: `,
        refs: [turn.event_id],
      });
    });
}

function capsuleCandidates({ capsules }: Gathered, show: Show): Candidate[] {
  return capsules.flatMap(({ row, items }) => [
    show("capsules", row, { label: `[from ${cleanName(String(row.author_id))}] `, refs: [row.id] }),
    ...items.map((item) => show("capsules", item, { label: dated(item), refs: [row.id] })),
  ]);
}
