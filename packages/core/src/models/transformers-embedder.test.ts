import { expect, test } from "vitest";
import { openTransformersEmbedder } from "./transformers-embedder.js";

const seen: string[] = [];
const load = async () => ({
  pipeline: async (_: string, model: string) => {
    if (model === "none") throw new Error("404");
    return async (texts: string[]) => {
      seen.push(...texts);
      return {
        data: Float32Array.from(texts.flatMap((text) => [text.length, 1, 2])),
        dims: [texts.length, 3],
      };
    };
  },
});

test("says how to install the package if it is missing", async () => {
  const absent = openTransformersEmbedder({ load: () => import("@huggingface/not-installed" as string) });
  await expect(absent).rejects.toMatchObject({
    code: "MODEL_UNAVAILABLE",
    message: expect.stringContaining("npm install @huggingface/transformers"),
  });
});

test("names a model that cannot be loaded", async () => {
  await expect(openTransformersEmbedder({ model: "none", load })).rejects.toMatchObject({
    message: expect.stringContaining("The model none could not be loaded"),
  });
});

test("finds out the dimensions, and returns one vector per text across batches", async () => {
  const embedder = await openTransformersEmbedder({ model: "tiny", load });
  expect(embedder).toMatchObject({ id: "tiny@3", dims: 3, kind: "transformers", outside: false });
  const texts = Array.from({ length: 40 }, (_, i) => "x".repeat(i + 1));
  const vectors = await embedder.embed(texts);
  expect(vectors.map((vector) => [...vector])).toEqual(texts.map((text) => [text.length, 1, 2]));
});

test("rejects vectors with other dimensions than configured", async () => {
  const embedder = await openTransformersEmbedder({ model: "tiny", dims: 4, load });
  await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
});

test("adds the prefixes of models of the E5 family", async () => {
  const embedder = await openTransformersEmbedder({ model: "Xenova/multilingual-e5-small", load });
  seen.length = 0;
  await embedder.embed(["tea"], { purpose: "query" });
  await embedder.embed(["tea"]);
  expect(seen).toEqual(["query: tea", "passage: tea"]);
});

test("stops between batches when it is cancelled", async () => {
  const embedder = await openTransformersEmbedder({ model: "tiny", load });
  await expect(embedder.embed(["a"], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "MODEL_UNAVAILABLE",
  });
});
