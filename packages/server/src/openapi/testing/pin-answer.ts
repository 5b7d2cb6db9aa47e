const moment = Date.parse("2026-03-01T09:30:00Z");
const day = 86_400_000;

/** Times before this one stand in the examples; the clock of the run gave the rest. */
const clockBegins = Date.parse("2026-06-01T00:00:00Z");

/** A time as if the call had been made at the moment above, to the day. A time that an example says stays as it is. */
const pinTime = (time: string): string => {
  if (Date.parse(time) < clockBegins) return time;
  const days = Math.round((Date.parse(time) - Date.now()) / day);
  return new Date(moment + days * day).toISOString();
};

const defaultTenant = "00000000-0000-0000-0000-000000000000";

/** What differs from run to run, and what stands in its place. */
const replacements: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-03-01 09:30"],
  [/\b\d{4}-\d\d-\d\d\b(?!T)/g, "2026-03-01"],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "1 Mar"],
  [/\bpal_[A-Za-z0-9_-]{43}/g, "pal_example"],
  [/\breq_[0-9a-f-]{36}\b/g, "req_0b7f9a52"],
  [/\b[0-9a-f]{64}\b/g, "b5bb9d8014a0f9b1d61e21e796d78dcc".repeat(2)],
  [/\b\d{18}\b/g, "402915736118204637"],
];
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const id = /\b([a-z]{2,3})_\d{27}\b/g;

/** An answer as every run gives it: real ids as the examples write them, one moment, rounded scores. */
export function pinAnswer(answer: unknown, ids: ReadonlyMap<string, string>, tenantId: string): unknown {
  const shown = new Map([...ids].map(([written, real]) => [real, written]));
  const written = (real: string, prefix: string) => {
    const known = shown.get(real) ?? `${prefix}_01jx3w${String(shown.size).padStart(4, "0")}`;
    shown.set(real, known);
    return known;
  };
  const pin = (text: string) =>
    replacements.reduce(
      (sofar, [pattern, fixed]) => sofar.replace(pattern, fixed),
      text.replaceAll(tenantId, defaultTenant).replace(id, written).replace(time, pinTime),
    );
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => {
      if (key === "next_cursor" && typeof value === "string") return "cursor-of-the-next-page";
      if (key === "api_latency_ms") return 0.3;
      if (key === "duration_seconds" && typeof value === "number") return 0;
      if (typeof value === "string") return pin(value);
      return typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value;
    }),
  );
}
