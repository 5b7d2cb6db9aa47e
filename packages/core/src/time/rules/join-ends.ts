import { day, type Span, shift } from "../span.js";
import type { Vocabulary } from "./compile-rules.js";
import type { Time } from "./compose.js";

/** Two times that are the ends of one: "between 3 March and 5 May". Where both stand alone, "3 March to 5 May" is enough. */
export function joinEnds(times: Time[], piece: string, words: Vocabulary, alone: boolean): Time[] {
  const joined: Time[] = [];
  for (const time of times) {
    const first = joined.at(-1);
    const both = first && ended(first, time, piece, words, alone);
    if (both === undefined) joined.push(time);
    else joined.splice(-1, 1, both);
  }
  return joined;
}

function ended(
  first: Time,
  last: Time,
  piece: string,
  { ends, isUnspaced }: Vocabulary,
  alone: boolean,
): Time | undefined {
  const begin = first.index + first.said.length;
  // A rule may have taken the words before its time along.
  const between = piece.slice(begin, isUnspaced ? last.index : last.index + last.said.length);
  const lead = /^\p{L}+\s+/u.exec(first.said)?.[0] ?? "";
  const before = piece.slice(0, first.index);
  const led = ends.before?.exec(before);
  const isLed = ends.before === undefined || led || ends.before.test(before + lead);
  if (isLed ? !ends.between.test(between) : !alone || !ends.to.test(between)) return undefined;
  const [from, to] = inOrder(first, last);
  if (from.from >= to.to) return undefined;
  const index = led?.index ?? first.index;
  const end = last.index + last.said.length;
  const closing = ends.closing?.exec(piece.slice(end))?.[0] ?? "";
  return {
    index,
    said: piece.slice(index, end) + closing,
    span: { from: from.from, to: to.to, grain: from.grain },
    closed: true,
  };
}

/** Of two times, the one without a year is in the year that brings it next to the other: the first no later than the last. */
function inOrder(first: Time, last: Time): [Span, Span] {
  const names = ({ said }: Time) => /(?<!\d)\d{4}(?!\d)/.test(said);
  let [from, to] = [first.span, last.span];
  const unit = to.to - to.from <= day && !/\p{N}/u.test(first.said + last.said) ? "week" : "year";
  if (names(first) && !names(last)) {
    while (moved(to, unit, -1).from > from.from) to = moved(to, unit, -1);
    return [from, to];
  }
  if (!names(first)) {
    while (from.from >= to.to) from = moved(from, unit, -1);
    if (names(last)) while (moved(from, unit, 1).to <= to.to) from = moved(from, unit, 1);
  }
  return [from, to];
}

const moved = (span: Span, unit: "week" | "year", by: number): Span => ({
  ...span,
  from: shift(span.from, unit, by),
  to: shift(span.to, unit, by),
});
