import type { OmissionReason } from "../../receipts/index.js";
import { countTokens } from "../../text/index.js";
import { type Caps, isFixed, type SectionName, sectionNames } from "../rank/modes.js";
import type { Candidate } from "./candidate.js";
import { alsoIn, type Offer, type Section, type Unit } from "./offer.js";
import { Omissions } from "./omissions.js";
import { frames, render } from "./render.js";
import { Repeats, WriterQuota } from "./writer-quota.js";

/** What a bundle shows, and what it had to leave out. */
export interface Packed {
  shown: Map<SectionName, Candidate[]>;
  omissions: Omissions;
  /** Tokens per section, estimated while packing. */
  estimates: Map<SectionName, number>;
  prompt: string;
  totalTokens: number;
}

/** Fills the sections in their order under their caps and the budget, then counts the prompt that comes of it. */
export class Packer {
  readonly omissions = new Omissions();
  readonly estimates = new Map<SectionName, number>(sectionNames.map((name) => [name, 0]));
  readonly #sections = new Map<SectionName, Section>();
  readonly #frames: ReturnType<typeof frames>;
  readonly #costs: { notice: number; fence: number };
  /** What did not fit under its section's cap or the budget, and may fit in what the others leave. */
  #waiting: Unit[] = [];
  #left: number;
  #used = 0;
  #noticed = false;
  /** What the sections so far have left of their caps. */
  #spare = 0;

  constructor(
    private readonly budget: number,
    private readonly caps: Caps,
    private readonly nonce: string,
    private readonly writerItems: number,
  ) {
    this.#left = budget;
    this.#frames = frames(nonce);
    this.#costs = { notice: countTokens(this.#frames.notice), fence: countTokens(this.#frames.fence) };
  }

  /** What each section shows. Turns of the session are told as they were said; everything else stands best first. */
  get shown(): Map<SectionName, Candidate[]> {
    return new Map(
      sectionNames.map((name) => {
        const taken = (this.#sections.get(name)?.taken ?? []).toSorted((a, b) => a.at - b.at);
        const candidates = taken.map(({ candidate }) => candidate);
        return [name, name === "recent_window" ? candidates.toReversed() : candidates];
      }),
    );
  }

  /** Takes what fits into the section's cap and what the sections before it have left of theirs. */
  fill<R extends { id?: string }>(offer: Offer<R>): void {
    const { section, rows, show, answered, maxItems } = offer;
    const repeats = offer.distinct ? new Repeats() : undefined;
    const there: Section = {
      ...{ taken: [], quota: new WriterQuota(this.writerItems), maxItems },
      ...{ ids: new Set(), sessions: new Set(), fenced: false },
    };
    this.#sections.set(section, there);
    const spare = this.caps[section] === 0 || isFixed(section) ? 0 : this.#spare;
    const cap = this.caps[section] + spare;
    for (const [at, row] of rows.entries()) {
      if (this.#isShown(section, row.id)) continue;
      if (there.taken.length >= maxItems) {
        this.omissions.add("section_limit", section, { id: row.id });
        continue;
      }
      const candidate = show(row);
      if (repeats?.has(candidate)) {
        this.omissions.add("duplicate", section, candidate);
        continue;
      }
      const before = answered?.(row, at) ?? [];
      if (before === "hidden") this.omissions.add("answer_alone", section, candidate);
      else this.#offer({ section, parts: [...before, { at, candidate }] }, cap);
    }
    if (this.caps[section] > 0 && !isFixed(section))
      this.#spare = Math.max(0, cap - this.estimates.get(section)!);
  }

  #isShown(section: SectionName, id: string | undefined): boolean {
    return id !== undefined && alsoIn[section].some((name) => this.#sections.get(name)?.ids.has(id));
  }

  #offer(unit: Unit, cap: number): boolean {
    const { section } = unit;
    const there = this.#sections.get(section)!;
    const last = unit.parts.at(-1)!.candidate;
    // What was shown meanwhile in another section, or as what another answers, is not shown again.
    if (this.#isShown(section, last.id)) return false;
    const parts = unit.parts.filter(({ candidate }) => !this.#isShown(section, candidate.id));
    const beside = parts.length < unit.parts.length ? this.#besideAnswered(unit) : undefined;
    if (beside) return this.#offer(beside, cap);
    const candidates = parts.map(({ candidate }) => candidate);
    if (!there.quota.admitsAll(candidates)) {
      this.omissions.add("writer_cap", section, last);
      return false;
    }
    if (there.taken.length + parts.length > there.maxItems) {
      this.omissions.add("section_limit", section, last);
      return false;
    }
    if (!this.#place(section, candidates, cap)) {
      this.#waiting.push(unit);
      return false;
    }
    there.taken.push(...parts);
    for (const candidate of candidates) {
      there.quota.count(candidate);
      if (candidate.id !== undefined && candidate.whole === undefined) there.ids.add(candidate.id);
      if (candidate.said?.session) there.sessions.add(candidate.said.session.id);
    }
    return true;
  }

  /** A turn of the session in the evidence, right after what it answers, if that was shown there meanwhile. */
  #besideAnswered({ section, parts }: Unit): Unit | undefined {
    const [before, answer] = parts.slice(-2);
    if (section !== "recent_window") return undefined;
    const { taken = [] } = this.#sections.get("retrieved_evidence") ?? {};
    const place = taken.find(({ candidate: { id } }) => id === before!.candidate.id);
    if (place === undefined) return undefined;
    return { section: "retrieved_evidence", parts: [{ at: place.at + 0.01, candidate: answer!.candidate }] };
  }

  #place(section: SectionName, parts: Candidate[], cap: number): boolean {
    const there = this.#sections.get(section)!;
    const sofar = this.estimates.get(section)!;
    const { cost, notice, fenced } = this.#costOf(section, parts);
    if (cost + notice > this.#left) return false;
    if (!parts.at(-1)!.sticky && sofar + cost > cap) return false;
    this.estimates.set(section, sofar + cost);
    this.#left -= cost + notice;
    this.#used += cost + notice;
    there.fenced ||= fenced;
    this.#noticed ||= fenced;
    return true;
  }

  /** Tokens that these would add to their section, and to the prompt before it. */
  #costOf(section: SectionName, parts: Candidate[]): { cost: number; notice: number; fenced: boolean } {
    const there = this.#sections.get(section)!;
    const opens = there.taken.length === 0 ? countTokens(this.#frames.heading(section)) : 0;
    const fenced = parts.some((part) => part.fenced);
    const fences = fenced && !there.fenced ? this.#costs.fence : 0;
    const notice = fenced && !this.#noticed ? this.#costs.notice : 0;
    const sessions = new Set(there.sessions);
    let cost = opens + fences;
    for (const { said, tokens, tokensAfter } of parts) {
      const id = said?.session?.id;
      cost += id !== undefined && sessions.has(id) ? tokensAfter : tokens;
      if (id !== undefined) sessions.add(id);
    }
    return { cost, notice, fenced };
  }

  /** The least budget under which all that was taken would be taken and shown. */
  needed(): number {
    return Math.max(this.#used, countTokens(render(this.shown, this.nonce)));
  }

  /**
   * The prompt, with its tokens counted as a whole. What the sections have left goes to what waits, in their order; the
   * same again with what the estimates were too high by. If they were too low, the last items are dropped.
   */
  finish(): Packed {
    this.#offerAgain();
    let { prompt, totalTokens } = this.#render();
    for (let round = 0; round < maxRounds && totalTokens < this.budget && this.#waiting.length > 0; round++) {
      this.#left = this.budget - totalTokens;
      if (!this.#offerAgain()) break;
      ({ prompt, totalTokens } = this.#render());
    }
    while (totalTokens > this.budget) {
      this.#drop(totalTokens - this.budget);
      ({ prompt, totalTokens } = this.#render());
    }
    this.#left = this.budget - totalTokens;
    const { shown, omissions, estimates } = this;
    return { shown, omissions: this.#settled(omissions), estimates, prompt, totalTokens };
  }

  #offerAgain(): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    let placed = false;
    for (const unit of waiting) {
      const limited = this.caps[unit.section] === 0 || isFixed(unit.section);
      const cap = limited ? this.caps[unit.section] : Number.POSITIVE_INFINITY;
      placed = this.#offer(unit, cap) || placed;
    }
    return placed;
  }

  #render() {
    const left = this.omissions.count() + this.#waiting.length;
    const prompt = render(this.shown, this.nonce, left);
    return { prompt, totalTokens: countTokens(prompt) };
  }

  /** Names the reason of what still waits, and nothing that is shown after all. */
  #settled(omissions: Omissions): Omissions {
    for (const { section, parts } of this.#waiting)
      omissions.add(this.#whyWaiting({ section, parts }), section, parts.at(-1)!.candidate);
    this.#waiting = [];
    return omissions;
  }

  #whyWaiting({ section, parts }: Unit): OmissionReason {
    if (this.caps[section] === 0) return "not_in_mode";
    if (!isFixed(section)) return "over_budget";
    const candidates = parts.map(({ candidate }) => candidate);
    const { cost, notice } = this.#costOf(section, candidates);
    return cost + notice > this.#left ? "over_budget" : "section_limit";
  }

  #drop(excess: number): void {
    let freed = 0;
    for (const section of sectionNames.toReversed()) {
      const taken = this.#sections.get(section)?.taken.sort((a, b) => a.at - b.at) ?? [];
      while (taken.length > 0 && freed < excess) {
        const { candidate } = taken.pop()!;
        freed += Math.max(1, candidate.tokens);
        this.#forget(section, candidate);
        // What answers it goes with it.
        for (const lone of taken.filter((each) => each.candidate.answers === candidate.id && candidate.id)) {
          taken.splice(taken.indexOf(lone), 1);
          freed += lone.candidate.tokens;
          this.#forget(section, lone.candidate);
        }
      }
    }
  }

  #forget(section: SectionName, candidate: Candidate): void {
    if (candidate.id !== undefined) this.#sections.get(section)!.ids.delete(candidate.id);
    this.estimates.set(section, Math.max(0, this.estimates.get(section)! - candidate.tokens));
    this.omissions.add("over_budget", section, candidate);
  }
}

/** Each round fills most of what the one before it had left. */
const maxRounds = 4;
