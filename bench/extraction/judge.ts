import type { EventCategory, ExtractedEvent } from "@palimpsest/core";
import type { GoldEvent } from "./corpus.js";

export interface Counts {
  right: number;
  found: number;
  gold: number;
}

export interface Judgement {
  pairs: { gold: GoldEvent; event: ExtractedEvent }[];
  missed: GoldEvent[];
  extra: ExtractedEvent[];
}

/**
 * Pairs found events with gold ones. Two match if they have the same category and one of the found event's quotes shares
 * at least half of the characters of the shorter of it and the gold quote. Each is used once, the largest overlaps first.
 */
export function judge(gold: readonly GoldEvent[], events: readonly ExtractedEvent[]): Judgement {
  const candidates = gold.flatMap((one) =>
    events.flatMap((event) => {
      const shared = one.category === event.category ? sharedPart(one, event) : 0;
      return shared >= 0.5 ? [{ gold: one, event, shared }] : [];
    }),
  );
  const pairs: Judgement["pairs"] = [];
  const used = new Set<GoldEvent | ExtractedEvent>();
  for (const { gold: one, event } of candidates.sort((a, b) => b.shared - a.shared)) {
    if (used.has(one) || used.has(event)) continue;
    used.add(one).add(event);
    pairs.push({ gold: one, event });
  }
  return {
    pairs,
    missed: gold.filter((one) => !used.has(one)),
    extra: events.filter((event) => !used.has(event)),
  };
}

function sharedPart(gold: GoldEvent, event: ExtractedEvent): number {
  return Math.max(
    0,
    ...event.evidence.map(({ start_char, end_char }) => {
      const shared = Math.min(gold.end, end_char) - Math.max(gold.start, start_char);
      return shared / Math.min(gold.end - gold.start, end_char - start_char);
    }),
  );
}

/** Precision, recall and their harmonic mean; 1 where there was nothing to find and nothing was found. */
export function scores({ right, found, gold }: Counts): { precision: number; recall: number; f1: number } {
  const precision = found === 0 ? 1 : right / found;
  const recall = gold === 0 ? 1 : right / gold;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

export function countsOf(judgements: readonly Judgement[], category?: EventCategory): Counts {
  const of = <T>(items: T[], categoryOf: (item: T) => EventCategory) =>
    items.filter((item) => category === undefined || categoryOf(item) === category).length;
  const counts = { right: 0, found: 0, gold: 0 };
  for (const { pairs, missed, extra } of judgements) {
    const right = of(pairs, ({ gold }) => gold.category);
    counts.right += right;
    counts.found += right + of(extra, (event) => event.category);
    counts.gold += right + of(missed, (gold) => gold.category);
  }
  return counts;
}
