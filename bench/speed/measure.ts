import { localPrincipal } from "@palimpsest/core";
import { seededRandom } from "../lib/random.js";
import type { Store } from "../lib/store.js";
import { compare, type Timing } from "../lib/timing.js";
import type { Workload } from "../lib/workload.js";
import { bareGet, bareSearch } from "./bare.js";
import { writeMessage } from "./fill.js";

export interface Measured {
  readonly write: Timing;
  readonly search: Timing;
  readonly bareSearch: Timing;
  readonly get: Timing;
  readonly bareGet: Timing;
  /** Searches per second with eight callers at once. */
  readonly concurrentSearches: number;
  /** Resident memory of this process, in MB. Embedded, the engine is part of it. */
  readonly rssMb: number;
}

const credential = { kind: "local" } as const;
const limit = 10;
const callers = 8;

const throughput = async (work: (i: number) => Promise<unknown>, rounds: number): Promise<number> => {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < rounds) await work(next++);
    }),
  );
  return (1000 * rounds) / (performance.now() - start);
};

/** Write, search and get at the store's present size, each against its bare counterpart, in turns. */
export const measure = async (
  { memory }: Store,
  workload: Workload,
  ids: readonly string[],
  rounds: number,
): Promise<Measured> => {
  const { tenantId } = localPrincipal();
  const random = seededRandom(rounds);
  const queries = Array.from({ length: rounds * 2 }, () => workload.query());
  const some = Array.from({ length: rounds * 2 }, () =>
    Array.from({ length: limit }, () => random.pick(ids)),
  );
  const bare = { search: await bareSearch(memory, tenantId), get: bareGet(memory, tenantId) };

  const search = (i: number) =>
    memory.dispatch({
      operation: "searchChunks",
      credential,
      surface: "sdk",
      input: { query: queries[i % queries.length], channel: "private", limit },
    });
  const get = (i: number) =>
    memory.dispatch({
      operation: "getChunks",
      credential,
      surface: "sdk",
      input: { chunk_ids: [...new Set(some[i % some.length])], channel: "private" },
    });

  const searches = await compare(rounds, {
    governed: search,
    bare: (i) => bare.search(queries[i]!, limit),
  });
  const gets = await compare(rounds, { governed: get, bare: (i) => bare.get(some[i]!) });
  const concurrentSearches = await throughput(search, rounds);
  const { write } = await compare(rounds, { write: () => writeMessage(memory, workload.message()) });
  return {
    write,
    search: searches.governed,
    bareSearch: searches.bare,
    get: gets.governed,
    bareGet: gets.bare,
    concurrentSearches,
    rssMb: process.memoryUsage().rss / 2 ** 20,
  };
};
