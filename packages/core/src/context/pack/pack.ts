import type { OmissionReason } from "../../receipts/index.js";
import { countTokens } from "../../text/index.js";
import { type Caps, type SectionName, sectionNames } from "../rank/modes.js";
import type { Candidate } from "./candidate.js";
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

export interface Offer<R> {
  section: SectionName;
  /** What there is, best first. */
  rows: readonly R[];
  /** Called only for rows that are looked at. */
  show: (row: R) => Candidate;
  /** At most so many are shown. */
  maxItems: number;
  /** Texts that repeat are shown once. */
  distinct?: boolean;
}

/** Fills the sections in their order under their caps and the budget, then counts the prompt that comes of it. */
export class Packer {
  readonly shown = new Map<SectionName, Candidate[]>(sectionNames.map((name) => [name, []]));
  readonly omissions = new Omissions();
  readonly estimates = new Map<SectionName, number>(sectionNames.map((name) => [name, 0]));
  readonly #frames: ReturnType<typeof frames>;
  readonly #costs: { notice: number; fence: number };
  readonly #fenced = new Set<SectionName>();
  #left: number;
  #used = 0;
  #noticed = false;

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

  /** Takes what fits, and keeps the order in which it was offered. */
  fill<R extends { id?: string }>({ section, rows, show, maxItems, distinct = false }: Offer<R>): void {
    const repeats = distinct ? new Repeats() : undefined;
    const quota = new WriterQuota(this.writerItems);
    const taken: Candidate[] = [];
    for (const row of rows) {
      if (taken.length >= maxItems) {
        this.omissions.add("section_limit", section, { id: row.id });
        continue;
      }
      const candidate = show(row);
      const refused = repeats?.has(candidate)
        ? "duplicate"
        : quota.admits(candidate)
          ? this.#place(section, candidate)
          : "writer_cap";
      if (refused) {
        this.omissions.add(refused, section, candidate);
      } else {
        taken.push(candidate);
        quota.count(candidate);
      }
    }
    this.shown.set(section, taken);
  }

  #place(section: SectionName, candidate: Candidate): OmissionReason | undefined {
    const sofar = this.estimates.get(section)!;
    const opens = sofar === 0 ? countTokens(this.#frames.heading(section)) : 0;
    const fences = candidate.fenced && !this.#fenced.has(section) ? this.#costs.fence : 0;
    const notice = candidate.fenced && !this.#noticed ? this.#costs.notice : 0;
    const cost = candidate.tokens + opens + fences;
    if (cost + notice > this.#left) return "over_budget";
    if (!candidate.sticky && sofar + cost > this.caps[section]) return "section_cap";
    this.estimates.set(section, sofar + cost);
    this.#left -= cost + notice;
    this.#used += cost + notice;
    if (candidate.fenced) {
      this.#fenced.add(section);
      this.#noticed = true;
    }
    return undefined;
  }

  /** The least budget under which all that was taken would be taken and shown. */
  needed(): number {
    return Math.max(this.#used, countTokens(render(this.shown, this.nonce)));
  }

  /** The prompt, with its tokens counted as a whole. If the estimate was too low, the last items are dropped first. */
  finish(): Packed {
    let prompt = render(this.shown, this.nonce, this.omissions.count());
    let totalTokens = countTokens(prompt);
    while (totalTokens > this.budget) {
      this.#drop(totalTokens - this.budget);
      prompt = render(this.shown, this.nonce, this.omissions.count());
      totalTokens = countTokens(prompt);
    }
    return { shown: this.shown, omissions: this.omissions, estimates: this.estimates, prompt, totalTokens };
  }

  #drop(excess: number): void {
    let freed = 0;
    for (const section of sectionNames.toReversed()) {
      const there = this.shown.get(section)!;
      while (there.length > 0 && freed < excess) {
        // Turns stand oldest first; everything else best first.
        const last = (section === "recent_window" ? there.shift() : there.pop())!;
        freed += Math.max(1, last.tokens);
        this.estimates.set(section, Math.max(0, this.estimates.get(section)! - last.tokens));
        this.omissions.add("over_budget", section, last);
      }
    }
  }
}
