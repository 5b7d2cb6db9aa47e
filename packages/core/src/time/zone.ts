/**
 * Times are computed on a clock of the caller's time zone: a number of milliseconds that reads as UTC what the caller's
 * clock shows. So days, weeks and months begin where the caller's do, and the server's own time zone plays no part.
 */
export type Local = number;

/** A name such as Europe/Berlin, or minutes east of UTC. */
export type Zone = string | number;

export const utc: Zone = 0;

const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 100;

function formatOf(name: string): Intl.DateTimeFormat {
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(name, made);
  return made;
}

/** The zone of that name; undefined if there is none. Offsets are read as in +02:00. */
export function zoneOf(name: string): Zone | undefined {
  if (/^(?:utc|gmt|z)$/i.test(name)) return utc;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(name);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return minutes > 14 * 60 ? undefined : (offset[1] === "-" ? -1 : 1) * minutes;
  }
  try {
    formatOf(name);
    return name;
  } catch {
    return undefined;
  }
}

/** What the clocks of the zone show at an instant. */
export function toLocal(instant: Date, zone: Zone): Local {
  if (typeof zone === "number") return instant.getTime() + zone * 60_000;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    of("year"),
    of("month") - 1,
    of("day"),
    of("hour"),
    of("minute"),
    of("second"),
    instant.getUTCMilliseconds(),
  );
  return shown;
}

/** The instant at which the clocks of the zone show this. An hour that they skip counts as the one after it. */
export function toInstant(local: Local, zone: Zone): Date {
  if (typeof zone === "number") return new Date(local - zone * 60_000);
  let at = local;
  for (let round = 0; round < 2; round++) at += local - toLocal(new Date(at), zone);
  return new Date(at);
}
