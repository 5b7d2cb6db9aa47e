import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { replay, seed, sequence } from "../testing/steps.js";
import { DoorLife } from "../testing/surface-life.js";

const runs = Number(process.env.FOLD_RUNS ?? 20);

describe.each(engines)("every read on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it(
    `shows what the model shows, now and as of then, over ${runs} random lives (${replay})`,
    async () => {
      let tenant = 0;
      const property = fc.asyncProperty(sequence(7), async (steps) => {
        tenant += 1;
        await new DoorLife(memory, `life-${tenant}`).live(steps);
      });
      await fc.assert(property, {
        seed,
        numRuns: runs,
        interruptAfterTimeLimit: 25_000 * runs,
        markInterruptAsFailure: true,
      });
    },
    30_000 * runs,
  );
});
