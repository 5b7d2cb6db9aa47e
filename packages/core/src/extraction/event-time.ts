import { mentionedTimes } from "../time/index.js";

/** A time in a sentence, and where it stands. */
interface Named {
  index: number;
  said: string;
  at: number;
}

const quarter =
  /\b(?:(?:the |end of |by )*)(?:Q([1-4])|(first|second|third|fourth|last) quarter)(?:(?:\s|\/|'|’| of )?\s?((?:20)?\d\d))?\b/gi;
const ordinals = ["first", "second", "third", "fourth"];
const endOfUnit =
  /\b(?:(?:the )?end of (?:(?:the|this|current) )?(day|week|month|year|quarter)|(?:close|end) of business|(month|year)[- ]end|EOD|COB|EOW|EOM|EOY)\b/gi;
const dayOfMonth = /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?!\s+of\b)(?!\s+(?:\p{Lu}|\p{Ll}))/gu;
const lastWords: Record<string, string> = { eod: "day", cob: "day", eow: "week", eom: "month", eoy: "year" };
const deadline = /(?:\b(?:by|due|before|until|till|no later than|deadline)\W*(?:on |date |the )*)$/i;
const onDay = /\b(?:on|for|at|in|from|starting|next)\s*(?:the )?$/i;

/**
 * When an event is due or happened, as its sentence says; null if it does not. Commitments look forward from the day of
 * the document, all else looks back.
 */
export function eventTime(sentence: string, writtenAt: Date, isCommitment: boolean): string | null {
  const day = new Date(Date.UTC(writtenAt.getUTCFullYear(), writtenAt.getUTCMonth(), writtenAt.getUTCDate()));
  const own = ownTimes(sentence, day, isCommitment);
  const rest = own.reduce(
    (text, { index, said }) =>
      text.slice(0, index) + " ".repeat(said.length) + text.slice(index + said.length),
    sentence,
  );
  const found = mentionedTimes(rest, day, isCommitment ? "future" : "past").map(({ index, said, at }) => ({
    index,
    said,
    at: at.getTime(),
  }));
  const times: Named[] = [...own, ...found].sort((a, b) => a.index - b.index);
  const before = ({ index }: Named) => sentence.slice(Math.max(0, index - 24), index);
  const opens = ({ said }: Named) => /^(?:by|before|until|till|due)\b/i.test(said);
  const chosen = isCommitment
    ? (times.find((time) => opens(time) || deadline.test(before(time))) ??
      times.find((time) => onDay.test(before(time))) ??
      times.at(-1))
    : times[0];
  return chosen === undefined ? null : new Date(chosen.at).toISOString();
}

/** Quarters, ends of units and days of a month that the library does not know. */
function ownTimes(sentence: string, day: Date, forward: boolean): Named[] {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const times: Named[] = [];
  for (const match of sentence.matchAll(quarter)) {
    const [said, digit, word, inYear] = match;
    const which =
      digit !== undefined ? Number(digit) - 1 : word === "last" ? 3 : ordinals.indexOf(word!.toLowerCase());
    const given = inYear === undefined ? undefined : Number(inYear.length === 2 ? `20${inYear}` : inYear);
    const lastDay = (y: number) => Date.UTC(y, which * 3 + 3, 0);
    const passed = lastDay(year) < day.getTime();
    const meant = given ?? (forward && passed ? year + 1 : year);
    times.push({ index: match.index, said, at: lastDay(meant) });
  }
  for (const match of sentence.matchAll(endOfUnit)) {
    const unit = (match[1] ?? match[2] ?? lastWords[match[0].toLowerCase()] ?? "day").toLowerCase();
    times.push({ index: match.index, said: match[0], at: endOf(unit, day) });
  }
  for (const match of sentence.matchAll(dayOfMonth)) {
    const date = Number(match[1]);
    if (date < 1 || date > 31) continue;
    const passed = date < day.getUTCDate();
    const at = Date.UTC(year, month + (forward ? (passed ? 1 : 0) : date > day.getUTCDate() ? -1 : 0), date);
    times.push({ index: match.index, said: match[0], at });
  }
  return times;
}

function endOf(unit: string, day: Date): number {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (unit === "week") return day.getTime() + ((7 - day.getUTCDay()) % 7) * 86_400_000;
  if (unit === "month") return Date.UTC(year, month + 1, 0);
  if (unit === "quarter") return Date.UTC(year, Math.floor(month / 3) * 3 + 3, 0);
  return unit === "year" ? Date.UTC(year, 11, 31) : day.getTime();
}
