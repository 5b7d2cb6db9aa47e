import type { Policy } from "../policy/index.js";

/** A limit of n means n of each ten. */
export const ofEach = 10;

export interface Capped<R> {
  page: R[];
  /** How many results of each writer would be on the page without the limit. */
  leftOut: Map<string, number>;
}

export interface Limited {
  /** Those whose words it shows and who may have only part of the results. */
  limited: readonly string[];
}

/**
 * The first results, best first, of which no limited writer has more than `items` of the first ten, twice as many of the
 * first twenty, and so on. What is over the limit gives way to the next results and may come in the next ten.
 */
export function capWriters<R extends Limited>(ranked: readonly R[], limit: number, items: number): Capped<R> {
  const page: R[] = [];
  const counts = new Map<string, number>();
  let waiting: R[] = [];
  const isOver = (writer: string) =>
    (counts.get(writer) ?? 0) >= items * (Math.floor(page.length / ofEach) + 1);
  const admits = ({ limited }: R) => !limited.some(isOver);
  const take = (result: R) => {
    page.push(result);
    for (const writer of result.limited) counts.set(writer, (counts.get(writer) ?? 0) + 1);
  };
  /** Each further ten begins with those who waited for it. */
  const takeWaiting = () => {
    const still: R[] = [];
    for (const result of waiting) {
      if (page.length < limit && admits(result)) take(result);
      else still.push(result);
    }
    waiting = still;
  };
  for (const result of ranked) {
    if (page.length >= limit) break;
    if (!admits(result)) {
      waiting.push(result);
      continue;
    }
    take(result);
    if (page.length % ofEach === 0) takeWaiting();
  }
  const leftOut = new Map<string, number>();
  for (const { limited } of waiting) {
    const writer = limited.find(isOver) ?? limited[0]!;
    leftOut.set(writer, (leftOut.get(writer) ?? 0) + 1);
  }
  return { page, leftOut };
}

/** How many of these rows a page of this size could hold under the limit. */
export function fitting(rows: Iterable<Limited>, limit: number, items: number): number {
  const most = items * Math.ceil(limit / ofEach);
  const counts = new Map<string, number>();
  let n = 0;
  for (const { limited } of rows) {
    if (limited.every((writer) => (counts.get(writer) ?? 0) < most)) n += 1;
    for (const writer of limited) counts.set(writer, (counts.get(writer) ?? 0) + 1);
  }
  return n;
}

/** The writers who have more of these rows than a page of this size may show. */
export function crowding(rows: Iterable<Limited>, limit: number, items: number): string[] {
  const most = items * Math.ceil(limit / ofEach);
  const counts = new Map<string, number>();
  for (const { limited } of rows)
    for (const writer of limited) counts.set(writer, (counts.get(writer) ?? 0) + 1);
  return [...counts].filter(([, n]) => n > most).map(([writer]) => writer);
}

/** What a reader is told of results that the limit kept back; undefined if there are none. */
export function tellLeftOut(leftOut: Map<string, number>, items: number): string | undefined {
  if (leftOut.size === 0) return undefined;
  const most = [...leftOut].toSorted(([, a], [, b]) => b - a);
  const named = most.slice(0, 3).map(([writer, n]) => `${n} of ${writer}`);
  const more = most.length > named.length ? [`others of ${most.length - named.length} more writers`] : [];
  return `Left out: ${[...named, ...more].join(", ")}. ${limitInWords(items)}`;
}

const limitInWords = (items: number): string =>
  `At most ${items} of ten results come from one writer that is neither a person nor the reader. The policy can raise ` +
  "this (retrieval.trust.writer_items) or name a writer trusted (retrieval.trust.writers).";

/** The same of a list with pages, of which the next ones show what this one kept back. */
export function tellHeld(writers: readonly string[], items: number): string | undefined {
  if (writers.length === 0) return undefined;
  const more = writers.length > 3 ? [`${writers.length - 3} more writers`] : [];
  const where = items > 0 ? "More on the next page of" : "Left out, all of";
  return `${where} ${[...writers.slice(0, 3), ...more].join(", ")}. ${limitInWords(items)}`;
}

/** The first results under the limit of the policy, and what the reader is told of those that it kept back. */
export function capped<R extends Limited>(
  ranked: readonly R[],
  limit: number,
  { retrieval }: Pick<Policy, "retrieval">,
): { page: R[]; told: { left_out?: string } } {
  const { writer_items: items } = retrieval.trust;
  const { page, leftOut } = capWriters(ranked, limit, items);
  const told = tellLeftOut(leftOut, items);
  return { page, told: told === undefined ? {} : { left_out: told } };
}
