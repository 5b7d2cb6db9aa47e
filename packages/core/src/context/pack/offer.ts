import type { SectionName } from "../rank/modes.js";
import type { Candidate } from "./candidate.js";
import type { WriterQuota } from "./writer-quota.js";

export interface Offer<R> {
  section: SectionName;
  /** What there is, best first. */
  rows: readonly R[];
  /** Called only for rows that are looked at. */
  show: (row: R) => Candidate;
  /** What a row answers and is not shown without, oldest first; `hidden` if that cannot be shown to this reader. */
  answered?: (row: R, at: number) => Part[] | "hidden";
  /** At most so many are shown. */
  maxItems: number;
  /** Texts that repeat are shown once. */
  distinct?: boolean;
}

/** A candidate and its place among what was offered. */
export interface Part {
  at: number;
  candidate: Candidate;
}

/** What is shown together or not at all: a candidate, and what it answers before it. */
export interface Unit {
  section: SectionName;
  parts: Part[];
}

export interface Section {
  taken: Part[];
  quota: WriterQuota;
  maxItems: number;
  /** The ids of what it shows. */
  ids: Set<string>;
  /** The ids of the sessions that it shows turns of. */
  sessions: Set<string>;
  fenced: boolean;
}

const quoted: readonly SectionName[] = ["recent_window", "capsules", "retrieved_evidence"];

/** Where a memory may stand already, so that this section need not show it again. A decision is shown also as a turn. */
export const alsoIn: Record<SectionName, readonly SectionName[]> = {
  rules: ["rules"],
  warnings: ["warnings"],
  skills: ["skills"],
  task_state: ["task_state"],
  recent_window: quoted,
  capsules: ["rules", "warnings", "skills", "task_state", ...quoted],
  retrieved_evidence: ["rules", "warnings", "skills", "task_state", ...quoted],
  relevant_decisions: ["relevant_decisions"],
};
