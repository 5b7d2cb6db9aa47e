import { isDay } from "./calendar/is-day.js";
import { type Span, whole } from "./span.js";

/** The time that a program writes before each line. */
const stamp =
  /^[[(]?(\d{4})-(\d\d)-(\d\d)[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z| ?[+-]\d\d:?\d\d)?[\])]?(?=\s|$)/gm;
/** Fewer are looked at like any other words. */
const fromStamps = 3;

interface Day {
  index: number;
  said: string;
  span: Span;
}

/** The days that the lines of a log are of, and the text without their stamps: parsing each one would take seconds. */
export function logStamps(text: string): { days: Day[]; rest: string } {
  const matches = [...text.matchAll(stamp)];
  if (matches.length < fromStamps) return { days: [], rest: text };
  const days = new Map<number, Day>();
  for (const { 0: said, 1: year, 2: month, 3: date, index } of matches) {
    const at = Date.UTC(Number(year), Number(month) - 1, Number(date));
    if (!days.has(at) && isDay(`${year}-${month}-${date}`))
      days.set(at, { index, said, span: whole("day", at) });
  }
  return { days: [...days.values()], rest: text.replace(stamp, (said) => " ".repeat(said.length)) };
}
