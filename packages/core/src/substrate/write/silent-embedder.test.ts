import { PalimpsestError } from "@palimpsest/contract";
import { afterEach, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { jobKinds } from "../../job-kinds.js";
import { startWorker } from "../../jobs/index.js";
import { builtinEmbedder, type Embedder } from "../../models/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

/** The built-in embedder behind a switch that makes it as silent as a provider that is down. */
function switchable(): Embedder & { silent: boolean } {
  const inner = builtinEmbedder();
  return {
    ...inner,
    silent: false,
    embed(texts, options) {
      if (this.silent) throw new PalimpsestError("MODEL_UNAVAILABLE", "The embedder does not answer.");
      return inner.embed(texts, options);
    },
  };
}

describe.each(engines)("an embedder that does not answer on $name", (engine) => {
  let memory: TestMemory;
  afterEach(() => memory.close());

  it("loses no memory: it is found by its words and gets its vector later", async () => {
    const embedder = switchable();
    memory = await openTestMemory(engine, { embedder });
    const vectors = async () =>
      (await memory.database.ownerQuery(`select memory_id from palimpsest.memory_vector`)).length;

    embedder.silent = true;
    const { memory_id } = await memory.call(human(), "remember", {
      text: "The ferry to Texel sails at nine",
    });
    const meanwhile = await memory.call(human(), "recall", { query: "ferry Texel" });
    expect(meanwhile.memories[0]?.memory_id).toBe(memory_id);
    expect(meanwhile.mode).toContain("words alone: the embedder does not answer");
    expect(await vectors()).toBe(0);

    embedder.silent = false;
    const worker = startWorker(memory.services, { kinds: jobKinds });
    await expect.poll(vectors, { timeout: 60_000 }).toBe(1);
    await worker.stop();
    expect((await memory.call(human(), "recall", { query: "ferry Texel" })).mode).toBe("words and vectors");
  });
});
