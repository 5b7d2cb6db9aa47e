import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { seed } from "../../testing/seed.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { report } from "../testing/lives/report.js";
import { replay, sequence } from "../testing/lives/steps.js";
import { SurfaceLife } from "../testing/lives/surface-life.js";

const lives = Number(process.env.SURFACE_LIVES ?? 12);

describe.each(engines)("every read on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it(
    `shows what the model shows, now and as of then, over ${lives} random lives (${replay})`,
    async () => {
      let tenant = 0;
      let compared = 0;
      const divergences: string[] = [];
      const property = fc.asyncProperty(sequence(7), async (steps) => {
        tenant += 1;
        const life = new SurfaceLife(memory, `life-${tenant}`);
        await life.live(steps).finally(() => {
          compared += life.reads.compared;
        });
      });
      const asked = { seed, numRuns: lives, interruptAfterTimeLimit: 25_000 * lives };
      try {
        await fc.assert(property, { ...asked, markInterruptAsFailure: true });
      } catch (error) {
        divergences.push(String(error));
        throw error;
      } finally {
        report({ what: "through every surface", engine: engine.name, lives, compared, divergences });
      }
    },
    30_000 * lives,
  );
});
