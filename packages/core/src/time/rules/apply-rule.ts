import { namedDays } from "../calendar/named-days.js";
import { weekOfYear } from "../calendar/week-of-year.js";
import { chooseYear, day, type Nearby, type Span, shift, whole } from "../span.js";
import type { Local } from "../zone.js";
import { away } from "./away.js";
import type { CompiledRule, Vocabulary } from "./compile-rules.js";
import { lookUp, type Said } from "./look-up.js";
import { partOf } from "./part-of.js";

/** The time that a rule's match names; undefined if it names none. */
export function applyRule(
  words: Vocabulary,
  rule: CompiledRule,
  groups: Partial<Record<string, string>>,
  now: Local,
  nearby: Nearby,
): Span | undefined {
  const [month, ...dates] = rule.dates ?? [];
  const said = {
    ...lookUp(words, groups, rule.unit),
    ...(rule.dates && { month, dates: dates as [number, number] }),
  };
  const by = said.shift ?? rule.shift;
  const base = rule.way === undefined ? plain() : distant();
  return base === undefined || said.part === undefined ? base : partOf(base, said.part, now);

  /** So many units, or so many summers, from now. */
  function distant(): Span | undefined {
    const n = said.n ?? rule.n;
    if (n === undefined || rule.way === undefined) return undefined;
    if (said.unit !== undefined) {
      const span = away(rule.way, said.unit, n, now, said.dayAway);
      if (said.weekday === undefined) return span;
      return whole("day", whole("week", span.from).from + ((said.weekday + 6) % 7) * day);
    }
    const last = rule.way === "ago" ? named(-1) : undefined;
    const period = said.weekday === undefined && !said.weekend ? "year" : "week";
    const move = (at: Local) => shift(at, period, 1 - n[1]);
    return last && { ...last, from: move(last.from), to: move(last.to) };
  }

  function plain(): Span | undefined {
    if (said.dayAway !== undefined) {
      const on =
        said.unit !== undefined && by !== undefined ? shift(now, said.unit.unit, by * said.unit.times) : now;
      return whole("day", on, said.dayAway);
    }
    if (said.decade !== undefined) {
      return { from: Date.UTC(said.decade, 0), to: Date.UTC(said.decade + 10, 0), grain: "year" };
    }
    if (said.weekday !== undefined && said.unit?.unit === "week" && by !== undefined) {
      return whole("day", whole("week", now, by).from + ((said.weekday + 6) % 7) * day);
    }
    const one = named(by);
    if (one !== undefined) return one;
    if (said.weekday !== undefined) return undefined;
    if (said.unit !== undefined && by !== undefined) {
      const { unit, times } = said.unit;
      if (times === 1) return whole(unit, now, by);
      return by === 0 ? undefined : away(by < 0 ? "since" : "next", said.unit, [1, 1], now);
    }
    return said.year === undefined ? undefined : whole("year", Date.UTC(said.year, 0));
  }

  /** What comes once a year or once a week: in the year that is given, of another year, the last or next such, or understood. */
  function named(by: number | undefined): Span | undefined {
    if (said.weekend) {
      const past = nearby === "past" && new Date(now).getUTCDay() % 6 !== 0;
      const week = whole("week", now, by ?? (past ? -1 : 0));
      return { from: week.from + 5 * day, to: week.to, grain: "week" };
    }
    if (said.weekday !== undefined) {
      return by === undefined ? weekdayNear(said.weekday, nearby, now) : weekdayAway(said.weekday, by, now);
    }
    const of = yearly(said, rule);
    if (of === undefined) return undefined;
    const thisYear = new Date(now).getUTCFullYear();
    if (said.year !== undefined) return of(said.year);
    const sure = (year: number) => of(year) ?? whole("day", Number.NaN);
    if (by === undefined) return existing(chooseYear(now, nearby, sure));
    if (rule.ofYear || by === 0) return of(thisYear + (rule.ofYear ? by : 0));
    const further = by - Math.sign(by);
    if (by > 0) return of((sure(thisYear).from > now ? thisYear : thisYear + 1) + further);
    return of((sure(thisYear).to <= now ? thisYear : thisYear - 1) + further);
  }
}

const existing = (span: Span) => (Number.isNaN(span.from) ? undefined : span);

/** Of each year, the time that comes once in it. */
function yearly(said: Said, rule: CompiledRule): ((year: number) => Span | undefined) | undefined {
  const { month, season, quarter, half, week, ordinal } = said;
  const months = (first: number, count: number, grain: Span["grain"]) => (year: number) => ({
    from: Date.UTC(year, first),
    to: Date.UTC(year, first + count),
    grain,
  });
  const { dates } = said;
  if (month !== undefined && dates !== undefined) return (year) => daysOf(year, month, dates);
  if (month !== undefined) return months(month, 1, "month");
  if (season !== undefined) return months(season, 3, "month");
  if (said.named !== undefined) return (year) => namedDays(said.named!, year);
  if (week !== undefined) return (year) => weekOfYear(year, week);
  const nthQuarter = quarter ?? (rule.unit === "quarter" ? ordinal : undefined);
  if (nthQuarter !== undefined && nthQuarter >= 1 && nthQuarter <= 4)
    return months((nthQuarter - 1) * 3, 3, "quarter");
  const nthHalf = half ?? (rule.unit === "half" ? ordinal : undefined);
  if (nthHalf !== undefined && nthHalf >= 1 && nthHalf <= 2) return months((nthHalf - 1) * 6, 6, "half");
  return undefined;
}

function daysOf(year: number, month: number, [first, last]: readonly [number, number]): Span | undefined {
  const inMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  if (first < 1 || first > last || last > inMonth) return undefined;
  return { from: Date.UTC(year, month, first), to: Date.UTC(year, month, last + 1), grain: "day" };
}

/** The last such weekday, the next one, or the one nearest to today, which may be today itself. */
function weekdayNear(weekday: number, nearby: Nearby, now: Local): Span {
  const ahead = (weekday - new Date(now).getUTCDay() + 7) % 7;
  const isBehind = nearby === "past" ? ahead > 0 : nearby === "nearest" && ahead > 3;
  return whole("day", now, isBehind ? ahead - 7 : ahead);
}

/** The last such weekday before today, or the next one after it; this one: in this week; -2: the one before the last. */
function weekdayAway(weekday: number, by: number, now: Local): Span {
  const today = whole("day", now);
  if (by === 0) return whole("day", whole("week", now).from + ((weekday + 6) % 7) * day);
  const ahead = (weekday - new Date(now).getUTCDay() + 7) % 7 || 7;
  const behind = 7 - (ahead % 7);
  const weeks = by - Math.sign(by);
  return whole("day", today.from + ((by > 0 ? ahead : -behind) + 7 * weeks) * day);
}
