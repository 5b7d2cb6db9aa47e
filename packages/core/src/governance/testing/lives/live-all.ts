import fc from "fast-check";
import type { TestMemory } from "../../../testing/test-memory.js";
import { Batch } from "./batch.js";
import { checkProjections } from "./projections.js";
import { type Step, sequence } from "./steps.js";

export const batchSize = 100;
const life = sequence(8);

export interface Lived {
  compared: number;
  /** What went wrong, each as the shortest life in which it does. */
  divergences: string[];
}

/** Leads random lives in batches, each in a tenant of its own, and compares what every reader sees with the model. */
export async function liveAll(
  memory: TestMemory,
  { seed, total }: { seed: number; total: number },
): Promise<Lived> {
  const lived: Lived = { compared: 0, divergences: [] };
  let tenants = 0;
  const live = async (sequences: Step[][], third: number): Promise<void> => {
    const batch = new Batch(memory, `lives-${++tenants}`);
    try {
      await batch.run(sequences);
      await checkProjections(memory, batch.model);
      await batch.reads.lookBack(third);
    } finally {
      lived.compared += batch.reads.compared;
    }
  };

  /** Finds the life of a batch that goes wrong by itself, and makes it as short as it can be. */
  const smallest = async (batch: Step[][], from: number, third: number, error: unknown): Promise<unknown> => {
    for (const [n, one] of batch.entries()) {
      const wrong = await failure(live([one], third));
      if (wrong === undefined) continue;
      const alone = fc.asyncProperty(life, (steps) => live([steps], third));
      const path = String(from + n);
      return failure(fc.assert(alone, { seed, path, interruptAfterTimeLimit: 60_000 }));
    }
    return error;
  };

  const lives = fc.sample(life, { seed, numRuns: total });
  for (let at = 0; at < total; at += batchSize) {
    const batch = lives.slice(at, at + batchSize);
    const third = at / batchSize;
    const error = await failure(live(batch, third));
    if (error === undefined) continue;
    const shortest = await smallest(batch, at, third, error);
    lived.divergences.push(`seed ${seed}, lives from ${at}: ${textOf(shortest ?? error)}`);
  }
  return lived;
}

/** The error that the work ends with; undefined if it ends well. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\nCaused by: ${textOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
};
