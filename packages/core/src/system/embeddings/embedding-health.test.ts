import { PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { builtinEmbedder, type Embedder } from "../../models/index.js";
import type { OperationContext } from "../../services.js";
import { embeddingHealth } from "./embedding-health.js";

const healthOf = (embedder: Embedder) =>
  embeddingHealth({ services: { embedder } } as unknown as OperationContext);

it("tells what the embedder is, and that it answers", async () => {
  const { api_latency_ms, ...health } = await healthOf(builtinEmbedder());
  const { model, dims } = builtinEmbedder();
  expect(health).toEqual({
    ...{ provider: "builtin", model, dimensions: dims, api_key_configured: false },
    ...{ api_status: "ok", test_embedding_dimensions: dims },
  });
  expect(api_latency_ms).toBeGreaterThanOrEqual(0);
});

it("tells why one does not answer, and nothing of errors that it does not know", async () => {
  const failing = (error: Error): Embedder => ({
    ...{ ...builtinEmbedder(), kind: "openai", hasKey: true },
    embed: () => Promise.reject(error),
  });
  const refused = new PalimpsestError("MODEL_UNAVAILABLE", "The embedding service refused the key.");
  expect(await healthOf(failing(refused))).toMatchObject({
    ...{ provider: "openai", api_key_configured: true, api_status: "error", test_embedding_dimensions: null },
    api_error: "The embedding service refused the key.",
  });
  const { api_error } = await healthOf(failing(new Error("sk-hidden")));
  expect(api_error).not.toContain("sk-hidden");
});
