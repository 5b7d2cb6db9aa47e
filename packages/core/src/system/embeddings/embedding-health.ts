import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";

const timeoutMs = 10_000;

/** Asks the embedder for one vector, past the cache and whatever it failed with before. */
export async function embeddingHealth({
  services,
}: OperationContext): Promise<OutputOf<PalimpsestContract["embeddingHealth"]>> {
  const { embedder } = services;
  const started = performance.now();
  const tried = await embedder
    .embed(["Does the embedder answer?"], { signal: AbortSignal.timeout(timeoutMs) })
    .then(([vector]) => ({ dimensions: vector!.length }), problemOf);
  const failed = "problem" in tried;
  return {
    provider: embedder.kind,
    model: embedder.model,
    dimensions: embedder.dims,
    api_key_configured: embedder.hasKey ?? false,
    api_status: failed ? "error" : "ok",
    ...(failed && { api_error: tried.problem }),
    test_embedding_dimensions: failed ? null : tried.dimensions,
    api_latency_ms: Math.round((performance.now() - started) * 10) / 10,
  };
}

/** What a caller may be told: messages of other errors may hold anything. */
const problemOf = (error: unknown) => ({
  problem: error instanceof PalimpsestError ? error.message : "The embedder does not answer in time.",
});
