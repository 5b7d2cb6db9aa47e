import type { CompiledRule, Vocabulary } from "./compile-rules.js";
import { chooseYear, day, type Nearby, partOf, type Span, shift, startOf, type Unit, whole } from "./span.js";
import type { Local } from "./zone.js";

type Groups = Partial<Record<string, string>>;

/** The time that a rule's match names; undefined if it names none. */
export function applyRule(
  { rules: _, ...words }: Vocabulary,
  rule: CompiledRule,
  groups: Groups,
  now: Local,
  nearby: Nearby,
): Span | undefined {
  const look = <T>(map: Map<string, T>, group: string): T | undefined => {
    const found = groups[group];
    return found === undefined ? undefined : map.get(found.toLowerCase().replace(/\s+/g, " "));
  };
  const unit = look(words.units, "unit");
  const by = look(words.shifts, "shift") ?? rule.shift;
  const inYear = (name: string) => (groups[name] === undefined ? undefined : Number(groups[name]));
  const dayAway = look(words.days, "day");
  if (dayAway !== undefined) return whole("day", now, dayAway);
  if (groups.n !== undefined && unit !== undefined) {
    return away(rule.way, unit, look(words.numbers, "n") ?? Number(groups.n), now);
  }

  const monthsIn = (first: number, count: number, year: number): Span => ({
    from: Date.UTC(year, first),
    to: Date.UTC(year, first + count),
    grain: "month",
  });
  /** Months that are named, in the year that is: given, of another year, the last or next such, or understood. */
  const named = (first: number, count: number, year: number | undefined): Span => {
    const of = (y: number) => monthsIn(first, count, y);
    const thisYear = new Date(now).getUTCFullYear();
    if (year !== undefined) return of(year);
    if (by === undefined) return chooseYear(now, nearby, of);
    if (rule.ofYear || by === 0) return of(thisYear + (rule.ofYear ? by : 0));
    if (by > 0) return of(thisYear).from > now ? of(thisYear) : of(thisYear + 1);
    return of(thisYear).to <= now ? of(thisYear) : of(thisYear - 1);
  };

  const month = look(words.months, "month");
  const season = look(words.seasons, "season");
  const until = look(words.months, "month2");
  const year = inYear("year") ?? inYear("calledYear");
  if (month !== undefined && until !== undefined) {
    const end = named(until, 1, inYear("year2") ?? year);
    const begin =
      year === undefined || groups.year2 === undefined ? startBefore(end, month) : Date.UTC(year, month);
    return { from: begin, to: end.to, grain: "month" };
  }
  const base = baseOf();
  const part = look(words.parts, "part");
  return base === undefined || part === undefined ? base : partOf(base, part);

  function baseOf(): Span | undefined {
    if (month !== undefined) return named(month, 1, year);
    if (season !== undefined) return named(season, 3, year);
    if (groups.weekend !== undefined) {
      const week = whole(
        "week",
        now,
        by ?? (nearby === "past" && new Date(now).getUTCDay() % 6 !== 0 ? -1 : 0),
      );
      return { from: week.from + 5 * day, to: week.to, grain: "week" };
    }
    const weekday = look(words.weekdays, "weekday");
    if (weekday !== undefined && unit === "week" && by !== undefined) {
      return whole("day", whole("week", now, by).from + ((weekday + 6) % 7) * day);
    }
    if (weekday !== undefined && unit === undefined && by !== undefined) return weekdayAway(weekday, by, now);
    if (weekday !== undefined) return undefined;
    if (unit !== undefined && by !== undefined) return whole(unit, now, by);
    return year === undefined ? undefined : whole("year", Date.UTC(year, 0));
  }
}

/** So many units before or after now, as the whole unit; or the time since then, with today. */
function away(way: CompiledRule["way"], unit: Unit, n: number, now: Local): Span {
  if (way !== "since") return whole(unit, shift(now, unit, way === "ahead" ? n : -n));
  if (unit === "hour") return { from: shift(now, "hour", -n), to: now, grain: "hour" };
  return { from: startOf("day", shift(now, unit, -n)), to: whole("day", now).to, grain: unit };
}

/** The last such weekday before today, or the next one after it; this one: in this week. */
function weekdayAway(weekday: number, by: number, now: Local): Span {
  const today = whole("day", now);
  if (by === 0) return whole("day", whole("week", now).from + ((weekday + 6) % 7) * day);
  const ahead = (weekday - new Date(now).getUTCDay() + 7) % 7 || 7;
  const behind = 7 - (ahead % 7);
  return whole("day", today.from + (by > 0 ? ahead : -behind) * day);
}

/** The first day of the latest such month that begins no later than the span ends. */
function startBefore({ to }: Span, month: number): Local {
  const year = new Date(to - 1).getUTCFullYear();
  const same = Date.UTC(year, month);
  return same < to ? same : Date.UTC(year - 1, month);
}
