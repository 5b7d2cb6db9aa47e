import type { Tx } from "../../../db/index.js";
import type { Filter } from "../filter.js";

/** Where a passage shares words with one that is blocked; `said` if they may stand anywhere in it. */
interface Stretch {
  id: string;
  first: number;
  until: number;
  said: string | null;
}

/**
 * Passages of documents overlap, and revisions say the same. Rows without the words that they share with a passage which is
 * blocked where the answer will be used: blocks stand in their place, one for each character.
 */
export async function withoutBlocked<R extends { id: string; text: string }>(
  tx: Tx,
  { channel }: Pick<Filter, "channel">,
  rows: R[],
): Promise<R[]> {
  const ids = rows.map(({ id }) => id).filter((id) => id.startsWith("art_"));
  if (ids.length === 0) return rows;
  const found = await tx.prepared<Stretch & { [column: string]: unknown }>(
    `select id, first, until, said from palimpsest.blocked_stretches($1, $2)`,
    [ids, channel ?? null],
  );
  if (found.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    text: found.filter(({ id }) => id === row.id).reduce(hidden, row.text),
  }));
}

function hidden(text: string, { first, until, said }: Stretch): string {
  if (said === null) return text.slice(0, first) + blocks(text.slice(first, until)) + text.slice(until);
  return said
    .split(/[.!?;\n\r]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .reduce((rest, sentence) => rest.replaceAll(sentence, blocks(sentence)), text);
}

const blocks = (text: string) => text.replace(/[^\n\r]/g, "█");
