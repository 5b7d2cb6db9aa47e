import { day, type Span, whole } from "../span.js";

/** A week by its number, as ISO 8601 counts: the first one is that of 4 January. Undefined if the year has no such week. */
export function weekOfYear(year: number, week: number): Span | undefined {
  const first = whole("week", Date.UTC(year, 0, 4)).from;
  const found = whole("week", first, week - 1);
  return week >= 1 && new Date(found.from + 3 * day).getUTCFullYear() === year ? found : undefined;
}
