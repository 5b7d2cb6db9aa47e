import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbedder } from "./open-embedder.js";
import { type MisbehavingServer, startMisbehavingServer } from "./testing/misbehaving-server.js";

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

test("auto uses the built-in embedder unless a key or an address is set", async () => {
  expect((await openEmbedder({ provider: "auto" })).kind).toBe("builtin");
  expect((await openEmbedder({ provider: "auto", apiKey: "k" })).kind).toBe("openai");
  expect((await openEmbedder({ provider: "auto", baseUrl: server.url, model: "tiny" })).id).toBe("tiny@8");
});

test("builtin uses the built-in embedder even if a key is set", async () => {
  expect((await openEmbedder({ provider: "builtin", apiKey: "k" })).kind).toBe("builtin");
});

test("sends a repeated query to a remote model once", async () => {
  const embedder = await openEmbedder({ provider: "openai", baseUrl: server.url, model: "tiny", dims: 8 });
  server.requests.length = 0;
  await embedder.embed(["tea"], { purpose: "query" });
  await embedder.embed(["tea"], { purpose: "query" });
  expect(server.requests.length).toBe(1);
});
