import { type InputOf, kindNames, type PalimpsestContract } from "@palimpsest/contract";
import { closedSince, type HandedCapsule, readCapsuleItems, readCapsules } from "../../capsules/index.js";
import type { Tx } from "../../db/index.js";
import { readSkills, readWarnings, type Warning } from "../../heart/index.js";
import type { Principal } from "../../identity/index.js";
import { clearanceOf, type Policy, sensitivitiesFor } from "../../policy/index.js";
import { ofEach, type Query, search } from "../../retrieval/index.js";
import {
  type Filter,
  type Gaps,
  gapsIn,
  type MemoryRow,
  type PendingEdit,
  pendingEdits,
  readByIds,
  readImportant,
  trustViewOf,
} from "../../substrate/index.js";
import { readRules } from "../../work/index.js";
import { type Hit, hitsOf } from "../rank/score.js";
import { type Censored, withoutBarred } from "./censored.js";
import type { Moment } from "./moment.sql.js";
import { evidenceStates, readBefore, readInMind, sourcesOf } from "./parts.js";
import { recentTurns, type Turn } from "./recent-turns.js";
import { readSection } from "./sections.sql.js";
import type { State } from "./state.js";

export type Inputs = InputOf<PalimpsestContract["buildAcb"]>;

/** Everything that may go into a bundle, each section's own order kept. All of it has passed the filter. */
export interface Gathered {
  rules: MemoryRow[];
  /** Censors that are the reader's own or a person's. */
  warnings: Warning[];
  /** Procedures that are the reader's own or a person's. */
  skills: MemoryRow[];
  tasks: MemoryRow[];
  /** Memories that the reader holds in mind, each with what it says of it. */
  inMind: { row: MemoryRow; summary?: string; relevance?: number }[];
  decisions: MemoryRow[];
  turns: Turn[];
  capsules: { row: HandedCapsule; items: MemoryRow[] }[];
  evidence: Hit[];
  /** Which of the evidence was made from others of it. */
  sources: ReadonlyMap<string, string[]>;
  poolSize: number;
  /** Turns right before short ones, by their positions: what those answer. */
  before: ReadonlyMap<number, MemoryRow>;
  /** Edits that wait, by the ids of the memories that they are about. */
  pending: ReadonlyMap<string, PendingEdit[]>;
  /** What a bundle of the past would have been about, and has been withheld since. */
  gaps: Gaps;
  /** What a censor that blocks keeps out. */
  censored: Censored[];
}

/** How many of each are read; the search itself bounds its pool. */
const maxRead = {
  rules: 200,
  tasks: 100,
  decisions: 100,
  turns: 20,
  capsules: 20,
  capsuleItems: 500,
  evidence: 300,
  important: 400,
};
export const poolLimit = 2_000;

export async function gather(
  tx: Tx,
  reader: Principal,
  inputs: Inputs,
  given: { moment: Moment; query: Query | undefined; policy: Policy; state: State; leftOut?: string[] },
): Promise<Gathered> {
  const { moment, query, policy, state, leftOut } = given;
  const { project_id: projectId, subject_type: subjectType, subject_id: subjectId } = inputs;
  const about = { projectId, subjectType, subjectId, sessionId: inputs.session_id, reader };
  const named = { ...about, given: true };
  const filter: Filter = {
    kinds: kindNames(({ context }) => context?.section === "retrieved_evidence"),
    ...clearanceOf(policy, inputs.channel, reader),
    includeQuarantined: inputs.include_quarantined,
    asOf: moment.asOf,
    now: moment.at,
    about,
    ...(leftOut?.length && { leftOut }),
  };
  const place = { ...filter, projectId, subjectId };

  const limits = {
    writers: policy.retrieval.trust.writers,
    writerItems: policy.retrieval.trust.writer_items,
  };
  const rules = await readRules(tx, reader, place, maxRead.rules);
  const { warnings, isBarred } = await readWarnings(tx, reader, filter, { query, policy });
  const skills = await readSkills(tx, reader, filter, { query, policy });
  const tasks = await readSection(tx, reader, filter, "task_state", {
    limit: maxRead.tasks,
    ...limits,
  });
  const inMind = await readInMind(tx, reader, filter, state);
  const decisions = await readSection(tx, reader, filter, "relevant_decisions", {
    limit: maxRead.decisions,
    ...limits,
  });
  const turns = await recentTurns(tx, reader, {
    sessionId: inputs.session_id,
    filter: { ...filter, about: named },
    sensitivities: sensitivitiesFor(policy, inputs.channel),
    at: moment.at,
    limit: maxRead.turns,
    writerItems: policy.retrieval.trust.writer_items,
    view: trustViewOf(reader, policy),
  });
  const capsules = inputs.include_capsules
    ? await readCapsules(tx, reader, { ...filter, about: named }, moment.at, {
        limit: maxRead.capsules,
        ...limits,
      })
    : [];
  const items =
    capsules.length > 0
      ? await readCapsuleItems(
          tx,
          reader,
          capsules.map(({ id }) => id),
          maxRead.capsuleItems,
        )
      : [];

  const rows =
    items.length > 0
      ? await readByIds(
          tx,
          reader,
          { ...filter, kinds: kindNames(({ inCapsules }) => inCapsules), about: undefined },
          items.map(({ memory_id }) => memory_id),
        )
      : [];
  const byId = new Map(rows.map((row) => [row.id, row]));

  const { trust } = policy.retrieval;
  // The section limits each writer itself, and tells what it leaves out.
  const found = query
    ? await search(
        tx,
        reader,
        query,
        { ...filter, statuses: evidenceStates(filter.kinds) },
        { limit: maxRead.evidence, policy, writerItems: ofEach },
      )
    : undefined;
  const important = found
    ? []
    : await readImportant(
        tx,
        reader,
        { ...filter, statuses: evidenceStates(filter.kinds) },
        {
          at: moment.at,
          limit: maxRead.important,
          ...limits,
        },
      );
  const evidence = hitsOf(found?.hits, important, trustViewOf(reader, policy), trust);
  const held = [...inMind, ...warnings].map(({ row }) => row);
  const asked = evidence.map(({ row }) => row);
  const shown = [rules, skills, tasks, held, decisions, rows, capsules, asked].flat();
  const turned = turns.flatMap(({ row }) => row ?? []);
  const before = await readBefore(tx, reader, filter, [...turned, ...asked]);
  const gathered = {
    // What an agent wrote never becomes a rule, whatever its row says.
    rules: rules.filter(({ origin }) => origin === "human"),
    warnings,
    skills,
    tasks,
    inMind,
    decisions,
    turns,
    capsules: capsules.map((row) => ({
      row,
      items: items
        .filter(({ capsule_id }) => capsule_id === row.id)
        .flatMap(({ memory_id }) => byId.get(memory_id) ?? []),
    })),
    evidence,
    sources: await sourcesOf(tx, reader, asked, moment.at),
    before: new Map(before.map((row) => [Number(row.reading_position), row])),
    gaps: await gapsOf(tx, reader, filter, inputs.include_capsules),
    pending: await pendingEdits(tx, reader, [...shown, ...turned, ...before], moment.asOf),
    poolSize: Math.min(found?.total ?? important.length, poolLimit),
  };
  return withoutBarred(gathered, isBarred);
}

/** What the bundle of a past moment would have been about and has been withheld since, of every kind. */
async function gapsOf(tx: Tx, reader: Principal, filter: Filter, capsules: boolean): Promise<Gaps> {
  const every = { ...filter, kinds: kindNames(({ context }) => context !== undefined) };
  const { withheld, withheld_count = 0 } = await gapsIn(tx, reader, every);
  if (withheld === undefined) return {};
  const { asOf } = filter;
  const closed = asOf && capsules && !asOf.seeWithheld ? await closedSince(tx, reader, asOf) : [];
  const named = new Set(withheld.map(({ memory_id }) => memory_id));
  const more = closed.filter((id) => !named.has(id));
  return {
    withheld: [...withheld, ...more.map((memory_id) => ({ memory_id, reason: "closed" as const }))],
    withheld_count: withheld_count + more.length,
  };
}
