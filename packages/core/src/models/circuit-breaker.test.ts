import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { circuitBreaker } from "./circuit-breaker.js";
import type { Embedder } from "./embedder.js";
import { openOpenaiEmbedder } from "./openai-embedder.js";

let silent = true;
let asked = 0;
const endpoint = createServer((request, response) => {
  asked++;
  request.resume();
  if (silent) return;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }));
});
let slow: Embedder;

beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  const { port } = endpoint.address() as AddressInfo;
  slow = await openOpenaiEmbedder({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: "m",
    dims: 2,
    timeoutMs: 60_000,
  });
});
afterAll(() => {
  endpoint.closeAllConnections();
  endpoint.close();
});

it("keeps nobody waiting for an endpoint that does not answer, and asks again after a rest", async () => {
  const embedder = circuitBreaker(slow, { mostMs: 300, restMs: 1_000 });
  const ask = () => embedder.embed(["x"], { waiting: true });
  const began = Date.now();
  await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  const once = asked;
  for (let n = 0; n < 20; n++) await expect(ask()).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  expect(asked).toBe(once);
  expect(embedder.trouble?.()).toContain("cancelled");
  expect(Date.now() - began).toBeLessThan(10_000);
  silent = false;
  // Work that nobody waits for is not told to rest.
  expect(await embedder.embed(["x"])).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await ask()).toHaveLength(1);
  expect(embedder.trouble?.()).toBeUndefined();
});
