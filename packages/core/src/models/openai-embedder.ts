import { checkVectors } from "./check-vectors.js";
import { type Embedder, type EmbedOptions, spaceId } from "./embedder.js";
import { fitInput } from "./fit-input.js";
import { checkedKey, openaiUrl } from "./openai/endpoint.js";
import { type EmbeddingsEndpoint, requestEmbeddings } from "./request-embeddings.js";
import { withRetry } from "./retry.js";

const MAX_BATCH = 100;
const MAX_BATCH_CHARS = 250_000;
const DEFAULT_MODEL = "text-embedding-3-small";
/** The dimensions of common models, which are then not asked for. */
const KNOWN_DIMS: Record<string, number> = {
  "text-embedding-3-small": 1_536,
  "text-embedding-3-large": 3_072,
  "text-embedding-ada-002": 1_536,
};

export interface OpenaiEmbedderOptions {
  apiKey?: string;
  baseUrl?: string;
  model?: string;
  /** Default: the known dimensions of the model, or what it returns when asked once. */
  dims?: number;
  timeoutMs?: number;
  attempts?: number;
  backoffMs?: number;
  /** Texts in one call, at most. */
  batchSize?: number;
  /** Longer texts are cut. */
  maxTokens?: number;
}

/** Any endpoint with OpenAI's `POST /embeddings`, local or remote. */
export async function openOpenaiEmbedder(options: OpenaiEmbedderOptions): Promise<Embedder> {
  const model = options.model || DEFAULT_MODEL;
  const endpoint: EmbeddingsEndpoint = {
    url: openaiUrl(options.baseUrl, "embeddings"),
    apiKey: checkedKey(options.apiKey),
    model,
    dimensions: model.startsWith("text-embedding-3") ? options.dims : undefined,
    timeoutMs: options.timeoutMs ?? 20_000,
  };
  const embed = async (texts: string[], dims: number | undefined, { signal }: EmbedOptions = {}) => {
    const vectors: Float32Array[] = [];
    for (const batch of batches(
      texts.map((text) => fitInput(text.trim() || "-", options.maxTokens ?? 8_000)),
      options.batchSize ?? MAX_BATCH,
    )) {
      const retry = { attempts: options.attempts ?? 4, backoffMs: options.backoffMs ?? 500, signal };
      const answer = await withRetry(`The embedding service at ${endpoint.url.host}`, retry, () =>
        requestEmbeddings(endpoint, batch, signal),
      );
      vectors.push(...checkVectors(model, answer, batch.length, dims));
    }
    return vectors;
  };
  const dims = options.dims ?? KNOWN_DIMS[model] ?? (await embed(["dimensions"], undefined))[0]!.length;
  return {
    id: spaceId(model, dims),
    model,
    dims,
    kind: "openai",
    hasKey: endpoint.apiKey !== undefined,
    outside: true,
    embed: (texts, embedOptions) => embed(texts, dims, embedOptions),
  };
}

function* batches(texts: string[], most: number): Generator<string[]> {
  let batch: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= most || chars + text.length > MAX_BATCH_CHARS)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield batch;
}
