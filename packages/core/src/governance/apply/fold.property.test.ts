import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { seed } from "../../testing/seed.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { batchSize, liveAll } from "../testing/lives/live-all.js";
import { report } from "../testing/lives/report.js";
import { replay } from "../testing/lives/steps.js";

describe.each(engines)("the fold on $name", (engine) => {
  // Both engines fold with the same SQL, which takes the embedded one three times as long.
  const total = Number(process.env.LIVES ?? (engine.name === "postgres" ? 600 : 200));
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it(
    `agrees with the model over ${total} random lives, for every reader, now and as of then (${replay})`,
    async () => {
      const { compared, divergences } = await liveAll(memory, { seed, total });
      report({ what: "in batches", engine: engine.name, lives: total, compared, divergences });
      expect(divergences).toEqual([]);
    },
    600_000 * Math.ceil(total / (10 * batchSize)),
  );
});
