import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { Batch } from "../testing/batch.js";
import { checkProjections } from "../testing/projections.js";
import { replay, type Step, seed, sequence } from "../testing/steps.js";

const total = 1_100;
const batchSize = 100;
const life = sequence(8);

describe.each(engines)("the fold on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (const who of [human("ann"), human("rev"), agent("bot")]) await memory.call(who, "listEdits", {});
  });
  afterAll(() => memory.close());

  /** Of the moments on the way a third is read again as of then, another third each time. */
  const live = async (sequences: Step[][], third: number) => {
    const batch = new Batch(memory);
    await batch.run(sequences);
    await checkProjections(memory, batch.model);
    for (const { at, ids, shown } of batch.moments.filter((_, n) => n % 3 === third % 3)) {
      expect(await batch.shown(ids, at)).toEqual(shown);
    }
  };

  it(`agrees with the model over ${total} random lives, now and as of then (${replay})`, async () => {
    const lives = fc.sample(life, { seed, numRuns: total });
    for (let at = 0; at < total; at += batchSize) {
      const batch = lives.slice(at, at + batchSize);
      const third = at / batchSize;
      await live(batch, third).catch((error: unknown) => smallest(batch, at, third, error));
    }
  }, 600_000);

  /** Finds the life of a batch that goes wrong by itself, makes it as short as it can be, and fails with that. */
  const smallest = async (batch: Step[][], from: number, third: number, error: unknown): Promise<never> => {
    for (const [n, one] of batch.entries()) {
      const wrong = await live([one], third).then(
        () => false,
        () => true,
      );
      if (!wrong) continue;
      const alone = fc.asyncProperty(life, (steps) => live([steps], third));
      await fc.assert(alone, { seed, path: String(from + n), interruptAfterTimeLimit: 60_000 });
    }
    throw error;
  };
});
