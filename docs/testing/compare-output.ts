const id = /\b(?:chk|dec|tsk|rul|cap|evt|edt|acb|key|art|req|rbk|thr|cen)_[0-9a-z-]{20,40}\b/;
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z/;
const day = /\b20\d\d-\d\d-\d\d\b/;
const shortDay = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: 20\d\d)?\b/;
const fraction = /\d+\.\d{2,}/;
/** The mark of a fence, or a trace id. */
const random = /\b(?:\d{15,20}|[0-9a-f]{12}|[0-9a-f]{32})\b/;
/** Parts that differ from run to run. `…` matches anything on its line. */
const varying = new RegExp(
  [id, moment, day, shortDay, fraction, random, /…/].map(({ source }) => `(${source})`).join("|"),
  "g",
);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function patternFor(found: string): string {
  if (found === "…") return ".*";
  const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`).test(found);
  if (whole(id)) return `${literal(found.slice(0, found.indexOf("_") + 1))}[0-9a-z-]+`;
  const kind = [moment, day, shortDay, fraction, random].find(whole);
  return kind?.source ?? literal(found);
}

function lineMatches(shown: string, real: string): boolean {
  let pattern = "";
  let from = 0;
  for (const match of shown.matchAll(varying)) {
    pattern += literal(shown.slice(from, match.index)) + patternFor(match[0]);
    from = match.index + match[0].length;
  }
  return new RegExp(`^${pattern}${literal(shown.slice(from))}$`, "s").test(real);
}

/** Whether the real output matches the one that a page shows. A line that is only `…` matches any number of lines. */
export function textMatches(shown: string, real: string): boolean {
  const [want, have] = [shown, real].map((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => line.trimEnd()),
  );
  const match = (w: number, h: number): boolean => {
    if (w === want!.length) return h === have!.length;
    if (want![w]!.trim() === "…") {
      for (let rest = h; rest <= have!.length; rest++) if (match(w + 1, rest)) return true;
      return false;
    }
    return h < have!.length && lineMatches(want![w]!, have![h]!) && match(w + 1, h + 1);
  };
  return match(0, 0);
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The first difference between JSON and what a page shows, or undefined. A field named `…` matches any other fields,
 * an item `"…"` the rest of a list. Any number matches a number with a fraction.
 */
export function jsonDifference(shown: unknown, real: unknown, at = "$"): string | undefined {
  if (shown === "…") return undefined;
  if (Array.isArray(shown))
    return Array.isArray(real) ? listDifference(shown, real, at) : `${at} is not a list`;
  if (isFields(shown)) return isFields(real) ? fieldsDifference(shown, real, at) : `${at} is not an object`;
  if (typeof shown === "string" && typeof real === "string" && lineMatches(shown, real)) return undefined;
  if (typeof shown === "number" && typeof real === "number" && !Number.isInteger(shown)) return undefined;
  return Object.is(shown, real)
    ? undefined
    : `${at} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`;
}

function listDifference(shown: unknown[], real: unknown[], at: string): string | undefined {
  const open = shown.at(-1) === "…";
  const items = open ? shown.slice(0, -1) : shown;
  if (open ? real.length < items.length : real.length !== items.length) {
    return `${at} has ${real.length} items, not ${items.length}`;
  }
  return firstDifference(items.map((item, n) => () => jsonDifference(item, real[n], `${at}[${n}]`)));
}

function fieldsDifference(shown: Fields, real: Fields, at: string): string | undefined {
  const names = Object.keys(shown).filter((name) => name !== "…");
  const extra = Object.keys(real).find((name) => !names.includes(name));
  if (extra !== undefined && !("…" in shown)) return `${at}.${extra} is not shown`;
  return firstDifference(
    names.map(
      (name) => () =>
        name in real ? jsonDifference(shown[name], real[name], `${at}.${name}`) : `${at}.${name} is missing`,
    ),
  );
}

function firstDifference(checks: (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const difference = check();
    if (difference !== undefined) return difference;
  }
  return undefined;
}
