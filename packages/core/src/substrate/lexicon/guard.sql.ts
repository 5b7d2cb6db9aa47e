import type { Filter } from "../read/filter.js";

/** In the order of their bits in `palimpsest.posting_guard`. */
const channels = ["private", "public", "team", "agent"];
const classes = ["public", "internal", "pii", "secret"];
const quarantined = 1 << 12;
const expires = 1 << 13;

const bitsOf = (names: readonly string[], given: readonly string[]): number =>
  given.reduce((bits, name) => bits | (1 << names.indexOf(name)), 0);

/** The bits of a posting's guard that keep it from a reader. If only that of expiry is set, its memory decides. */
export function barredGuards(
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "includeQuarantined">,
): number {
  const { channel, saidIn = channels, includeQuarantined } = filter;
  const unheard = 15 - bitsOf(channels, saidIn);
  const uncleared = 15 - bitsOf(classes, filter.classes);
  // Without a channel, what is blocked in any of them is left out.
  const blocked = channel === undefined ? 15 : bitsOf(channels, [channel]);
  return unheard | (uncleared << 4) | (blocked << 8) | (includeQuarantined ? 0 : quarantined) | expires;
}

/** Posting `p` is of a memory that may be read at the moment `now`; $1 is the tenant. */
export const admitsPosting = (p: string, { barred, now }: { barred: string; now: string }) =>
  `(${p}.guard & ${barred} = 0 or (${p}.guard & ${barred} = ${expires} and exists (
     select 1 from palimpsest.memory m where m.tenant_id = $1 and m.reading_position = ${p}.reading_position
       and m.expires_at > ${now} offset 0)))`;
