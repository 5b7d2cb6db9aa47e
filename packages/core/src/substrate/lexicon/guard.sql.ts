import type { Filter } from "../read/filter.js";

/** In the order of their bits in `palimpsest.posting_guard`. */
const channels = ["private", "public", "team", "agent"];
const classes = ["public", "internal", "pii", "secret"];
const quarantined = 256;
const expires = 512;

/** Which postings a reader may be led by. */
export interface Guards {
  /** Bit n: the channel and class whose guards have n in their lowest four bits may be read. */
  readable: number;
  /** Bits that a guard must not have: blocks, quarantine. */
  barred: number;
}

export function guardsOf(
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "includeQuarantined">,
): Guards {
  const { channel, saidIn = channels, includeQuarantined } = filter;
  let readable = 0;
  for (const name of saidIn) {
    for (const one of filter.classes) readable |= 1 << (channels.indexOf(name) + 4 * classes.indexOf(one));
  }
  // Without a channel, what is blocked in any of them is left out.
  const blocked = channel === undefined ? 15 : 1 << channels.indexOf(channel);
  return { readable, barred: (blocked << 4) | (includeQuarantined ? 0 : quarantined) };
}

/** Posting `p` is of a memory that may be read at the moment `now`; $1 is the tenant. */
export const admitsPosting = (
  p: string,
  { readable, barred, now }: { readable: string; barred: string; now: string },
) =>
  `(${readable} >> (${p}.guard & 15)) & 1 = 1 and ${p}.guard & ${barred} = 0
   and (${p}.guard < ${expires} or exists (
     select 1 from palimpsest.memory m where m.tenant_id = $1 and m.reading_position = ${p}.reading_position
       and m.expires_at > ${now} offset 0))`;
