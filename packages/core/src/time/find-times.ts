import { applyRule } from "./apply-rule.js";
import { blankImpossibleDates } from "./calendar/blank-impossible-dates.js";
import { chronoTimes, type Found } from "./chrono-times.js";
import { compileRules, type Vocabulary } from "./compile-rules.js";
import { hintsIn, type LanguageName } from "./hints.js";
import { languages } from "./languages/all.js";
import { logStamps } from "./log-stamps.js";
import type { Nearby, Span } from "./span.js";
import type { Local } from "./zone.js";

export interface Look {
  now: Local;
  /** Which year or week is meant where none is named. */
  nearby: Nearby;
  /** The text should be one expression: words that are otherwise mostly something else count too. */
  alone?: boolean;
}

/**
 * So much of a text is looked at, so that parsing stays short in the server's event loop: its first characters, and of
 * them the surroundings of words that may belong to a time, in pieces. The library takes longer than in proportion to
 * the length of a piece.
 */
const maxText = 10_000;
const around = 40;
const maxPiece = 120;
const maxPieces = 8;

const vocabularies = new Map<LanguageName, Vocabulary>();
function vocabularyOf(name: LanguageName): Vocabulary {
  const known = vocabularies.get(name) ?? compileRules(languages.find((language) => language.name === name)!);
  vocabularies.set(name, known);
  return known;
}

/** A time that a text names, on the caller's clock. */
export type Time = Omit<Found, "span"> & { span: Span };

/** The times that a text names, in order. Of two that overlap the longer one counts, and a rule before the library. */
export function findTimes(given: string, look: Look): Time[] {
  const { days, rest } = logStamps(given.slice(0, maxText).normalize("NFKC"));
  const text = blankImpossibleDates(rest);
  const hints = hintsIn(text, look.alone);
  if (hints === undefined) return days;
  const found: Found[] = [...days];
  for (const [from, to] of piecesOf(hints.places, text.length)) {
    const piece = text.slice(from, to);
    const here = hints.names.flatMap((name) => inPiece(piece, name, look));
    found.push(...withoutOverlaps(here).map((time) => ({ ...time, index: time.index + from })));
  }
  return withoutOverlaps(found).flatMap(({ span, ...time }) =>
    span === undefined ? [] : [{ ...time, span }],
  );
}

/** The surroundings of each place, joined where they meet, none longer than the limit. */
function piecesOf(places: number[], length: number): [number, number][] {
  const pieces: [number, number][] = [];
  for (const place of places) {
    const last = pieces.at(-1);
    const to = Math.min(length, place + around);
    if (last && place - around <= last[1] && to - last[0] <= maxPiece) last[1] = to;
    else if (pieces.length === maxPieces) break;
    else pieces.push([Math.max(0, place - around), to]);
  }
  return pieces;
}

function inPiece(piece: string, name: LanguageName, look: Look): Found[] {
  const words = vocabularyOf(name);
  const found = words.rules.flatMap((rule): Found[] => {
    if (rule.alone && !look.alone) return [];
    return [...piece.matchAll(rule.expression)].flatMap((match): Found[] => {
      const time = { index: match.index, said: match[0] };
      if (rule.nothing) return [{ ...time, span: undefined }];
      const span = applyRule(words, rule, match.groups ?? {}, look.now, look.nearby);
      if (span === undefined) return [];
      return [rule.way ? { ...time, span } : opened({ ...time, span }, piece, words)];
    });
  });
  const { now, nearby, alone = false } = look;
  return [
    ...found,
    ...chronoTimes(piece, name, now, { nearby, alone }).map((time) => opened(time, piece, words)),
  ];
}

/** "since March" and "after March" have no end, "before March" has no beginning. */
function opened(time: Time, piece: string, words: Vocabulary): Time {
  const { span, index, said } = time;
  // A rule may have taken the word along.
  const inside = /^\p{L}+\s+/u.exec(said)?.[0] ?? "";
  const before = piece.slice(0, index) + inside;
  const whole = (from: Local, to: Local) => ({ ...time, span: { ...span, from, to } });
  if (words.since?.test(before)) return whole(span.from, Number.POSITIVE_INFINITY);
  if (words.until?.test(before)) return whole(Number.NEGATIVE_INFINITY, span.from);
  if (words.after?.test(before)) return whole(span.to, Number.POSITIVE_INFINITY);
  return time;
}

function withoutOverlaps(found: Found[]): Found[] {
  const taken: Found[] = [];
  const end = ({ index, said }: Found) => index + said.length;
  // The sort is stable: of two of the same length the one that was found first stays first.
  for (const time of [...found].sort((a, b) => b.said.length - a.said.length)) {
    if (taken.every((other) => end(time) <= other.index || end(other) <= time.index)) taken.push(time);
  }
  return taken.sort((a, b) => a.index - b.index);
}
