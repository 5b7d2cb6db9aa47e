import type { EventActor, ExtractedEvent } from "./event.js";

const maxLookBack = 400;

/** Words that make no difference to what happened. */
const filler =
  /^(?:the|a|an|to|of|in|on|for|and|we|i|our|will|has|have|had|been|is|are|was|were|that|it|this|also|with|by|at|as)$/;

interface Known {
  event: ExtractedEvent;
  key: string;
  words: Set<string>;
  details: string;
}

/**
 * One event for each occurrence. Two are the same only if they have the same category, no different time, the same
 * numbers and almost the same words; all their evidence is kept. When in doubt they stay apart.
 */
export function mergeEvents(events: readonly ExtractedEvent[]): ExtractedEvent[] {
  const kept: Known[] = [];
  const byKey = new Map<string, Known>();
  for (const event of events) {
    const one = describe(event);
    const same = byKey.get(one.key) ?? kept.slice(-maxLookBack).find((known) => isSame(known, one));
    if (same === undefined || !sameTime(same.event, event)) {
      kept.push(one);
      if (!byKey.has(one.key)) byKey.set(one.key, one);
    } else same.event = joined(same.event, event);
  }
  return kept.map(({ event }) => event);
}

function describe(event: ExtractedEvent): Known {
  const words = event.narrative.toLowerCase().match(/[\p{L}\p{N}%$€£.,]*[\p{L}\p{N}%]/gu) ?? [];
  return {
    event,
    key: `${event.category} ${words.join(" ")}`,
    words: new Set(words.filter((word) => !filler.test(word))),
    details: words
      .filter((word) => /\p{N}/u.test(word))
      .sort()
      .join(" "),
  };
}

function isSame(a: Known, b: Known): boolean {
  if (a.event.category !== b.event.category || a.details !== b.details) return false;
  if (isNegated(a.event.narrative) !== isNegated(b.event.narrative)) return false;
  if (spanTouches(a.event, b.event)) return overlap(a.words, b.words) >= 0.6;
  if (Math.min(a.words.size, b.words.size) < 4) return false;
  return overlap(a.words, b.words) >= 0.85;
}

const isNegated = (narrative: string) => /\b(?:not|no|never)\b|n['’]t\b/i.test(narrative);

function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / Math.max(1, a.size + b.size - shared);
}

export const sameTime = (a: ExtractedEvent, b: ExtractedEvent) =>
  a.event_time === null || b.event_time === null || a.event_time === b.event_time;

/** Whether both rest on the same words, as two chunks that overlap both have them. */
const spanTouches = (a: ExtractedEvent, b: ExtractedEvent) =>
  a.evidence.some((one) =>
    b.evidence.some((other) => one.start_char < other.end_char && other.start_char < one.end_char),
  );

/** Two events of one occurrence as one: all evidence, the longest narrative, all actors, the highest confidence. */
export function joined(a: ExtractedEvent, b: ExtractedEvent): ExtractedEvent {
  const evidence = [...a.evidence];
  for (const one of b.evidence) {
    const isNew = !evidence.some(
      ({ start_char, end_char }) => start_char === one.start_char && end_char === one.end_char,
    );
    if (isNew) evidence.push(one);
  }
  return {
    ...a,
    event_time: a.event_time ?? b.event_time,
    narrative: b.narrative.length > a.narrative.length ? b.narrative : a.narrative,
    actors: united(a.actors, b.actors),
    confidence: Math.max(a.confidence, b.confidence),
    evidence: evidence.sort((x, y) => x.start_char - y.start_char || x.end_char - y.end_char),
  };
}

function united(a: readonly EventActor[], b: readonly EventActor[]): EventActor[] {
  const refs = new Set(a.map(({ ref }) => ref.toLowerCase()));
  return [...a, ...b.filter(({ ref }) => !refs.has(ref.toLowerCase()))];
}
