import type { DerivedOfKind } from "../../substrate/index.js";
import type { PlacedEvent } from "./find-events.js";

/** An event of an earlier extraction from the same revision. */
export type KnownEvent = Pick<DerivedOfKind, "id" | "text" | "attributes">;

interface Span {
  start_char: number;
  end_char: number;
}

export interface FoundAgain {
  known: KnownEvent;
  event: PlacedEvent;
}

export interface Matched {
  /** Known events that were found again, each as it was found now: it keeps its id and its edits. */
  again: FoundAgain[];
  fresh: PlacedEvent[];
}

/** Tells which events are known already: those of the same category that rest on the same words, each once. */
export function matchEvents(known: readonly KnownEvent[], found: readonly PlacedEvent[]): Matched {
  const left = new Set(known);
  const again: FoundAgain[] = [];
  const take = (
    event: PlacedEvent,
    candidates: Iterable<KnownEvent>,
    fits: (one: KnownEvent) => boolean,
  ): boolean => {
    for (const known of candidates) {
      if (!left.has(known) || !fits(known)) continue;
      left.delete(known);
      again.push({ known, event });
      return true;
    }
    return false;
  };
  const bySpan = new Map<string, KnownEvent[]>();
  for (const one of known) {
    for (const span of spansOf(one)) {
      const key = keyOf(one.attributes.extracted_as, span);
      bySpan.set(key, [...(bySpan.get(key) ?? []), one]);
    }
  }
  const same = ({ category, evidence }: PlacedEvent) =>
    evidence.flatMap((span) => bySpan.get(keyOf(category, span)) ?? []);
  // The closest fit goes first: two events may rest on parts of one sentence.
  const fresh = found
    .filter((event) => !take(event, same(event), ({ text }) => text === event.narrative))
    .filter((event) => !take(event, same(event), () => true))
    .filter((event) => !take(event, left, (one) => isLike(one, event)));
  return { again, fresh };
}

const keyOf = (category: unknown, { start_char, end_char }: Span) => `${category} ${start_char} ${end_char}`;
const isLike = (one: KnownEvent, { category, evidence }: PlacedEvent) =>
  one.attributes.extracted_as === category && spansOf(one).some((a) => evidence.some((b) => overlaps(a, b)));
const spansOf = ({ attributes }: KnownEvent) => attributes.evidence as Span[];
const overlaps = (a: Span, b: Span) => a.start_char < b.end_char && b.start_char < a.end_char;
