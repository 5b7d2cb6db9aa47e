import type { Found } from "../chrono-times.js";
import { type Span, shift, whole } from "../span.js";
import type { Local } from "../zone.js";
import { away } from "./away.js";
import type { CompiledComposition, Vocabulary } from "./compile-rules.js";
import { lookUp } from "./look-up.js";
import { nthOf, nthWeekday, partOf } from "./part-of.js";

export type Time = Omit<Found, "span"> & {
  span: Span;
  /** Of a span that words such as "since" opened to one side, the time that it begins or ends with. */
  named?: Span;
};

/** "the second quarter of 2025", and once more: "the end of the second quarter of 2025". */
const rounds = 2;

/** The times that the words beside these make of them: "the end of March", "the first week of May", "two days before Easter". */
export function compose(bases: Time[], piece: string, words: Vocabulary, now: Local): Time[] {
  const made: Time[] = [];
  const has = words.wordsIn(piece);
  const possible = words.compositions.filter(({ needs }) => needs.every(has));
  let last = bases;
  for (let round = 0; round < rounds && last.length > 0; round++) {
    last = last.flatMap((base) => possible.flatMap((one) => composed(base, one, piece, words, now)));
    made.push(...last);
  }
  return made;
}

function composed(
  { index, said, span }: Time,
  composition: CompiledComposition,
  piece: string,
  words: Vocabulary,
  now: Local,
): Time[] {
  const end = index + said.length;
  const match = composition.expression().exec(composition.behind ? piece.slice(end) : piece.slice(0, index));
  if (match === null) return [];
  const made = spanOf(span, composition, match.groups ?? {}, words, now);
  if (made === undefined) return [];
  const whole = composition.behind
    ? { index, said: said + match[0] }
    : { index: match.index, said: piece.slice(match.index, end) };
  return [{ ...whole, span: made }];
}

function spanOf(
  span: Span,
  composition: CompiledComposition,
  groups: Partial<Record<string, string>>,
  words: Vocabulary,
  now: Local,
): Span | undefined {
  const { part, ordinal, unit, weekday, n } = lookUp(words, groups, composition.unit);
  if (part !== undefined) return partOf(span, part, now);
  if (composition.whole !== undefined) return whole(composition.whole, span.from);
  const way = composition.way;
  if (way !== undefined && unit !== undefined) {
    if (n !== undefined) return away(way, unit, n, way === "ago" ? span.from : span.to - 1);
    const by = way === "ago" ? -unit.times : unit.times;
    const [from, to] =
      way === "ago" ? [shift(span.from, unit.unit, by), span.from] : [span.to, shift(span.to, unit.unit, by)];
    return { from, to, grain: unit.unit };
  }
  if (ordinal === undefined) return undefined;
  if (weekday !== undefined) return nthWeekday(span, ordinal, weekday);
  if (unit === undefined) return undefined;
  // A month has two of them, whatever weeks it begins with.
  if (unit.times === 2 && span.grain === "month") return nthOf(span, ordinal, "half");
  return nthOf(span, ordinal, unit.unit, n?.[1] ?? 1);
}
