import type { SectionName } from "../rank/modes.js";
import type { Candidate } from "./candidate.js";

/** Why something that could have been shown is not. */
export type Reason =
  | "over_budget"
  | "section_cap"
  | "section_limit"
  | "duplicate"
  | "source_cap"
  | "below_threshold";

export interface Omission {
  reason: Reason;
  section: SectionName;
  count: number;
  /** At most the first of them; the count is of all. */
  candidates: string[];
}

const mostNamed = 100;

export class Omissions {
  readonly #all = new Map<string, Omission>();

  add(reason: Reason, section: SectionName, ...left: Pick<Candidate, "id">[]): void {
    if (left.length === 0) return;
    const key = `${section} ${reason}`;
    const omission = this.#all.get(key) ?? { reason, section, count: 0, candidates: [] };
    this.#all.set(key, omission);
    omission.count += left.length;
    for (const { id } of left) {
      if (id !== undefined && omission.candidates.length < mostNamed) omission.candidates.push(id);
    }
  }

  count(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0);
  }

  list(): Omission[] {
    return [...this.#all.values()];
  }
}
