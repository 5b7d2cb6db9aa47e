import { expect, test } from "vitest";
import { builtinEmbedder } from "./builtin/builtin-embedder.js";
import { cachedEmbedder } from "./cached-embedder.js";

function counted() {
  const inner = builtinEmbedder();
  const asked: string[] = [];
  let failing = false;
  const embedder = {
    ...inner,
    embed: async (texts: string[]) => {
      asked.push(...texts);
      if (failing) throw new Error("down");
      return inner.embed(texts);
    },
  };
  return { embedder, asked, fail: (on: boolean) => (failing = on) };
}

test("embeds a query once and a document each time", async () => {
  const { embedder, asked } = counted();
  const cached = cachedEmbedder(embedder);
  const first = await cached.embed(["tea", "coffee", "tea"], { purpose: "query" });
  const second = await cached.embed(["coffee", "milk"], { purpose: "query" });
  expect(asked).toEqual(["tea", "coffee", "milk"]);
  expect(first).toEqual(await embedder.embed(["tea", "coffee", "tea"]));
  expect(second[0]).toBe(first[1]);
  asked.length = 0;
  await cached.embed(["tea"], { purpose: "document" });
  await cached.embed(["tea"]);
  expect(asked).toEqual(["tea", "tea"]);
});

test("drops the query used longest ago, and keeps no long texts and no failures", async () => {
  const { embedder, asked, fail } = counted();
  const cached = cachedEmbedder(embedder, 2);
  const ask = (text: string) => cached.embed([text], { purpose: "query" });
  for (const text of ["a", "b", "a", "c", "a", "b"]) await ask(text);
  expect(asked).toEqual(["a", "b", "c", "b"]);

  asked.length = 0;
  await ask("x".repeat(3_000));
  await ask("x".repeat(3_000));
  expect(asked.length).toBe(2);

  fail(true);
  await expect(ask("new")).rejects.toThrow("down");
  fail(false);
  expect((await ask("new")).length).toBe(1);
});
