import { day, type Span } from "../span.js";

/** Days that have a name in every language here. */
export type NamedDays = "christmas" | "newYearsEve" | "newYear" | "easter";

export function namedDays(name: NamedDays, year: number): Span {
  if (name === "easter") return days(easterSunday(year) - 2 * day, 4);
  if (name === "newYear") return days(Date.UTC(year, 0, 1), 1);
  return name === "christmas" ? days(Date.UTC(year, 11, 24), 3) : days(Date.UTC(year, 11, 31), 1);
}

const days = (from: number, count: number): Span => ({ from, to: from + count * day, grain: "day" });

/** By the Gregorian computus. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const epact =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return Date.UTC(year, 2, 28 + moon - weekday);
}
