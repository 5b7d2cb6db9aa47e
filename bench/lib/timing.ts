import { percentile } from "./percentile.js";

export interface Timing {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  /** Calls per second, one after the other. */
  readonly perSecond: number;
}

export const summarise = (milliseconds: readonly number[]): Timing => ({
  count: milliseconds.length,
  p50: percentile(milliseconds, 50),
  p95: percentile(milliseconds, 95),
  perSecond: (1000 * milliseconds.length) / milliseconds.reduce((sum, ms) => sum + ms, 0),
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Times several ways of doing one thing, a round of each in turn, so that a slow spell of the machine falls on
 * all of them alike. Each goes first as often as last, for the first warms what the next reads. The first rounds
 * warm caches and are not counted.
 */
export const compare = async <N extends string>(
  rounds: number,
  ways: Record<N, (round: number) => Promise<unknown>>,
): Promise<Record<N, Timing>> => {
  const names = Object.keys(ways) as N[];
  const times = new Map<N, number[]>(names.map((name) => [name, []]));
  const warmUp = Math.min(20, Math.ceil(rounds / 10));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const ms = await timed(() => ways[name](round + warmUp));
      if (round >= 0) times.get(name)!.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarise(times.get(name)!)])) as Record<N, Timing>;
};
