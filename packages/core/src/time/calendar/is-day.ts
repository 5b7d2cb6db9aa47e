/** Whether the calendar has this day, written 2026-03-01: `Date` would read the 30th of February as one in March. */
export function isDay(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
