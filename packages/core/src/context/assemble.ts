import { attributeLines } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import type { Query } from "../retrieval/index.js";
import { isClaim, trustViewOf } from "../substrate/index.js";
import { ruleOf } from "../work/index.js";
import { answeredRows } from "./answers/answered-rows.js";
import { isBare } from "./answers/answers.js";
import { type Gathered, gather, type Inputs } from "./gather/gather.js";
import type { Moment } from "./gather/moment.sql.js";
import { capsuleRows, turnsToTell } from "./gather/rows.js";
import type { State } from "./gather/state.js";
import { agentsIn, bylineOf, speakerOf, speakerOfTurn } from "./pack/byline.js";
import { bareTurn, type Candidate, candidateOf, type Shown } from "./pack/candidate.js";
import { cleanName } from "./pack/clean-text.js";
import type { Part } from "./pack/offer.js";
import { type Packed, Packer } from "./pack/pack.js";
import { inMindCandidate, lineCandidates } from "./pack/state-candidates.js";
import { capsFor, detectMode, type SectionName } from "./rank/modes.js";
import { rankEvidence } from "./rank/score.js";

/** A bundle before it is written down: a function of the database's state, the reader and the inputs alone. */
export interface Assembled {
  /** The smallest budget that all rules which are never dropped fit in; more than the budget if one was. */
  leastTokens: number;
  inputs: Inputs;
  times: Query["times"];
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
  /** Working memory and a plan, which are no memories. */
  state: State;
  /** Memories that are not to be shown. */
  leftOut?: string[];
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
export function assemble(material: Material): Assembled {
  const { reader, inputs, gathered, moment, query, nonce, policy, state } = material;
  const { min_relevance = policy.retrieval.context.min_relevance } = inputs;
  const weights = { ...policy.retrieval.context, min_relevance };
  const mode = detectMode(inputs.intent);
  const caps = capsFor(mode.mode, inputs.max_tokens, inputs.include_capsules);
  const { writer_items: writerItems } = policy.retrieval.trust;
  const view = trustViewOf(reader, policy);
  const packer = new Packer(inputs.max_tokens, caps, nonce, writerItems);
  const shownIn = (section: SectionName, row: Row): Shown => ({
    section,
    view,
    past: moment.asOf !== undefined,
    pending: gathered.pending.get(row.id),
  });
  const show = (section: SectionName, row: Row, more: Partial<Shown> = {}) =>
    candidateOf(row, { ...shownIn(section, row), ...more });

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
  for (const { section, id } of gathered.censored) packer.omissions.add("censored", section, { id });
  const sticky = new Packer(Number.POSITIVE_INFINITY, caps, nonce, writerItems);
  sticky.fill({ ...rules, rows: rules.rows.filter((row) => weight(row) > 0) });

  packer.fill({
    section: "warnings",
    rows: gathered.warnings.map(({ row, action }) => ({ id: row.id, row, action })),
    show: ({ row, action }) => show("warnings", row, { label: marked(action, row) }),
    maxItems: maxItems.any,
    distinct: true,
  });

  packer.fill({
    section: "skills",
    rows: gathered.skills,
    show: (row) => show("skills", row, { label: marked("skill", row) }),
    maxItems: maxItems.any,
    distinct: true,
  });

  const inState: { id?: string; show: () => Candidate }[] = [
    ...lineCandidates(state).map((line) => ({ show: () => line })),
    ...gathered.inMind.map((held) => ({
      id: held.row.id,
      show: () => inMindCandidate(held, shownIn("task_state", held.row)),
    })),
    ...gathered.tasks.map((row) => ({
      id: row.id,
      show: () =>
        show("task_state", row, {
          label: marked(row.status, row),
          refs: attributeLines(row.attributes, "refs"),
        }),
    })),
  ];
  packer.fill({
    section: "task_state",
    rows: inState,
    show: (row) => row.show(),
    maxItems: maxItems.tasks + inState.length - gathered.tasks.length,
    distinct: true,
  });

  const said = (row: Row, who?: string) => bylineOf(row, new Date(moment.at), who);
  const near = new Map(
    [...gathered.turns.map(({ row }) => row), ...gathered.evidence.map(({ row }) => row)].flatMap((row) =>
      row ? [[Number(row.reading_position), row] as const] : [],
    ),
  );
  const answered = (row: Row) =>
    answeredRows(row, (position) => gathered.before.get(position) ?? near.get(position));
  /** What a row answers, each as its section shows it, right after the place of the answer. */
  const before = (row: Row, at: number) => {
    const rows = answered(row);
    if (rows === "hidden") return rows;
    return rows.map(
      (each, n): Part => ({
        at: at + (rows.length - n) / 10,
        candidate: show("retrieved_evidence", each, { said: said(each), answers: rows[n - 1]?.id }),
      }),
    );
  };
  const answersOf = (row: Row) => {
    const rows = answered(row);
    return rows === "hidden" ? undefined : rows.at(-1)?.id;
  };

  // The newest turns have the first claim on the room; they are told in the order they were said.
  const turns = turnsToTell(gathered).toReversed();
  const showTurn = (turn: (typeof turns)[number]) => {
    const { row, event_id } = turn;
    if (!row) return bareTurn(`[${turn.kind} ${speakerOfTurn(turn)}]`, turn, view);
    const byline = said(row, speakerOfTurn(turn));
    return show("recent_window", row, { said: byline, answers: answersOf(row), refs: [event_id] });
  };
  packer.fill({
    section: "recent_window",
    rows: turns,
    show: showTurn,
    answered: ({ row }) => {
      const rows = row ? answered(row) : [];
      if (row === undefined || rows === "hidden") return rows as [] | "hidden";
      const places = rows.map(({ id }) => turns.findIndex(({ memory_id }) => memory_id === id));
      if (places.includes(-1)) return isBare(row.text) ? "hidden" : [];
      return places.map((at): Part => ({ at, candidate: showTurn(turns[at]!) }));
    },
    maxItems: maxItems.any,
  });

  packer.fill({
    section: "capsules",
    rows: capsuleRows(gathered),
    show: ({ row, capsule, from }) =>
      show("capsules", row, {
        ...(from ? { label: `[from ${cleanName(from)}] ` } : { said: said(row) }),
        refs: [capsule],
      }),
    maxItems: maxItems.any,
  });

  const { ranked, below } = rankEvidence(gathered.evidence, {
    at: Date.parse(moment.at),
    asked: query !== undefined,
    weights,
    room: caps.retrieved_evidence,
  });
  packer.omissions.add("below_threshold", "retrieved_evidence", ...below.map(({ row }) => row));
  packer.fill({
    section: "retrieved_evidence",
    rows: ranked.map((hit) => ({ ...hit, id: hit.row.id })),
    show: ({ row, score }) =>
      show("retrieved_evidence", row, {
        ...{ score, said: said(row), answers: answersOf(row), madeFrom: gathered.sources.get(row.id) },
      }),
    answered: ({ row }, at) => before(row, at),
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
    times: query?.times,
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

/** Said of rules, skills, tasks and decisions only where their words are not just a person's own. */
const marked = (mark: string, row: Row) => {
  const editors = agentsIn(row).map((by) => `edited by ${cleanName(by)}`);
  const own = row.origin === "human" && !isClaim(row) && editors.length === 0;
  return own ? `[${mark}] ` : `[${[mark, speakerOf(row), ...editors].join(", ")}] `;
};
