import type { Tx } from "../../db/index.js";
import type { ToldTime } from "../../time/index.js";

export interface Telling {
  id: string;
  times: ToldTime[];
}

const flat = (memories: Telling[]) =>
  memories.flatMap(({ id, times }) => times.map(({ from, to }) => ({ id, from, to })));

/** Stores what memories tell of, right after they or their texts were written. Most tell of nothing, and cost nothing. */
export function tellTimes(tx: Tx, memories: Telling[]): void {
  const told = flat(memories);
  if (told.length === 0) return;
  tx.send(`select palimpsest.tell_times($1, $2::timestamptz[], $3::timestamptz[])`, [
    told.map(({ id }) => id),
    told.map(({ from }) => from),
    told.map(({ to }) => to),
  ]);
}

/** Replaces what memories tell of, unless their texts have changed since they were read. For the worker. */
export async function replaceTimes(tx: Tx, memories: (Telling & { content_hash: string })[]): Promise<void> {
  const told = flat(memories);
  await tx.query(`select palimpsest.replace_times($1, $2, $3, $4::timestamptz[], $5::timestamptz[])`, [
    memories.map(({ id }) => id),
    memories.map(({ content_hash }) => content_hash),
    told.map(({ id }) => id),
    told.map(({ from }) => from),
    told.map(({ to }) => to),
  ]);
}
