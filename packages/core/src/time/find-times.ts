import { blankImpossibleDates } from "./calendar/blank-impossible-dates.js";
import { chronoTimes, type Found } from "./chrono-times.js";
import { hintsIn, type LanguageName } from "./hints.js";
import { languages } from "./languages/all.js";
import { logStamps } from "./log-stamps.js";
import { applyRule } from "./rules/apply-rule.js";
import { compileRules, type Vocabulary } from "./rules/compile-rules.js";
import { compose, type Time } from "./rules/compose.js";
import { joinEnds } from "./rules/join-ends.js";
import type { Nearby } from "./span.js";
import type { Local } from "./zone.js";

export type { Time };

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

function inPiece(piece: string, name: LanguageName, { now, nearby, alone = false }: Look): Found[] {
  const words = vocabularyOf(name);
  const has = words.wordsIn(piece);
  const possible = words.rules.filter(({ needs }) => needs.every(has));
  const matches = possible.flatMap((rule): Found[] =>
    [...piece.matchAll(rule.expression())].flatMap((match): Found[] => {
      const time = { index: match.index, said: match[0] };
      if (rule.nothing) return [{ ...time, span: undefined }];
      const span = applyRule(words, rule, match.groups ?? {}, now, nearby);
      const weak = rule.alone === true && !alone;
      return span === undefined ? [] : [{ ...time, span, weak, closed: rule.way !== undefined }];
    }),
  );
  const byLibrary = chronoTimes(piece, name, now, { nearby, alone });
  const composed = compose([...matches, ...byLibrary].filter(isTime), piece, words, now);
  const [weak, strong] = [matches.filter(({ weak }) => weak), matches.filter(({ weak }) => !weak)];
  const all = withoutOverlaps([...strong, ...composed, ...byLibrary, ...weak]);
  const nothing = all.filter(({ span }) => span === undefined);
  const times = joinEnds(all.filter(isTime), piece, words, alone).filter(({ weak }) => !weak);
  return [...nothing, ...times.map((time) => (time.closed ? time : opened(time, piece, words)))];
}

const isTime = (found: Found): found is Time => found.span !== undefined;

/** "since March" and "after March" have no end, "before March" has no beginning. */
function opened(time: Time, piece: string, words: Vocabulary): Time {
  const { span, index, said } = time;
  const before = piece.slice(0, index);
  // A rule may have taken the words along; those of a day are its own: "antes de ayer" is one day.
  const leads = words.days.has(said.toLowerCase())
    ? [/^/]
    : [/^/, /^[\p{L}'’]+\s+/u, /^[\p{L}'’]+\s+\p{L}+\s+/u];
  const taken = leads.map((lead) => lead.exec(said)?.[0] ?? "");
  const beside = words.isUnspaced ? [piece.slice(index + said.length)] : taken.map((lead) => before + lead);
  const isBeside = (expression: RegExp | undefined) => beside.some((text) => expression?.test(text));
  const whole = (from: Local, to: Local) => ({ ...time, span: { ...span, from, to }, named: span });
  if (isBeside(words.since)) return whole(span.from, Number.POSITIVE_INFINITY);
  if (isBeside(words.until)) return whole(Number.NEGATIVE_INFINITY, span.from);
  if (isBeside(words.after)) return whole(span.to, Number.POSITIVE_INFINITY);
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
