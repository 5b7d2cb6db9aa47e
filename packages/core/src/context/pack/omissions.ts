import type { Omission, OmissionReason } from "../../receipts/index.js";
import type { SectionName } from "../rank/modes.js";
import type { Candidate } from "./candidate.js";

const maxNamed = 100;

export class Omissions {
  readonly #all = new Map<string, Omission>();

  add(reason: OmissionReason, section: SectionName, ...left: Pick<Candidate, "id">[]): void {
    if (left.length === 0) return;
    const key = `${section} ${reason}`;
    const omission = this.#all.get(key) ?? { reason, section, count: 0, candidates: [] };
    this.#all.set(key, omission);
    omission.count += left.length;
    for (const { id } of left) {
      if (id !== undefined && omission.candidates.length < maxNamed) omission.candidates.push(id);
    }
  }

  count(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0);
  }

  list(): Omission[] {
    return [...this.#all.values()];
  }
}
