import { once } from "node:events";
import { PalimpsestError } from "@palimpsest/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { builtinEmbedder } from "./builtin/builtin-embedder.js";
import { circuitBreaker } from "./circuit-breaker.js";
import type { Embedder } from "./embedder.js";

let answers: boolean;
let calls: number;

/** An embedder behind an endpoint that answers, or that never does until the call is cancelled. */
const endpoint: Embedder = {
  ...builtinEmbedder(),
  embed: async (texts, { signal } = {}) => {
    calls += 1;
    if (answers) return texts.map(() => Float32Array.of(1));
    await once(signal!, "abort");
    throw new PalimpsestError("MODEL_UNAVAILABLE", "The call was cancelled.");
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  answers = false;
  calls = 0;
});
afterEach(() => void vi.useRealTimers());

const unavailable = { code: "MODEL_UNAVAILABLE" };

it("fails interactive calls at once after one has timed out, and says why", async () => {
  const embedder = circuitBreaker(endpoint, { timeoutMs: 5, cooldownMs: 1_000 });
  const ask = () => embedder.embed(["x"], { interactive: true });
  expect(embedder.unavailableReason?.()).toBeUndefined();
  for (let n = 0; n < 20; n++) await expect(ask()).rejects.toMatchObject(unavailable);
  expect(calls).toBe(1);
  expect(embedder.unavailableReason?.()).toBe("The call was cancelled.");
});

it("calls the endpoint again after the cooldown", async () => {
  const embedder = circuitBreaker(endpoint, { timeoutMs: 5, cooldownMs: 1_000 });
  const ask = () => embedder.embed(["x"], { interactive: true });
  await expect(ask()).rejects.toMatchObject(unavailable);
  answers = true;
  await expect(ask()).rejects.toMatchObject(unavailable);
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toHaveLength(1);
  expect(embedder.unavailableReason?.()).toBeUndefined();
});

it("does not fail background work during the cooldown", async () => {
  const embedder = circuitBreaker(endpoint, { timeoutMs: 5, cooldownMs: 1_000 });
  await expect(embedder.embed(["x"], { interactive: true })).rejects.toMatchObject(unavailable);
  answers = true;
  expect(await embedder.embed(["x"])).toHaveLength(1);
});
