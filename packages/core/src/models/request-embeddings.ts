import { PalimpsestError } from "@palimpsest/contract";
import { readCapped } from "./read-capped.js";
import { cancelled, parseRetryAfter, TemporaryFailure } from "./retry.js";

const MAX_BODY = 32 * 1024 * 1024;

export interface EmbeddingsEndpoint {
  url: URL;
  apiKey?: string;
  model: string;
  /** Sent to models that can shorten their vectors. */
  dimensions?: number;
  timeoutMs: number;
}

/** One POST to `/embeddings`. Errors contain neither the key nor anything from the answer. */
export async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  input: string[],
  signal?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  const where = `The embedding service at ${endpoint.url.host}`;
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        ...(endpoint.apiKey && { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      body: JSON.stringify({
        model: endpoint.model,
        input,
        encoding_format: "float",
        dimensions: endpoint.dimensions,
      }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw refusal(response, endpoint, where);
    }
    return parsed(await readCapped(response, MAX_BODY));
  } catch (error) {
    if (error instanceof PalimpsestError || error instanceof TemporaryFailure) throw error;
    if (signal?.aborted) throw cancelled(where, error);
    if (timeout.aborted)
      throw new TemporaryFailure(`no answer within ${endpoint.timeoutMs} ms`, undefined, error);
    throw new TemporaryFailure("could not be reached; check OPENAI_BASE_URL", undefined, error);
  }
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) throw new TemporaryFailure(`answered with more than ${MAX_BODY} bytes`);
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new TemporaryFailure("answered with invalid JSON", undefined, cause);
  }
}

function refusal(response: Response, { model }: EmbeddingsEndpoint, where: string): Error {
  const { status } = response;
  if (status === 429 || status === 408 || status >= 500) {
    return new TemporaryFailure(`answered ${status}`, parseRetryAfter(response.headers.get("retry-after")));
  }
  const setting = settingFor(status, model);
  return new PalimpsestError("MODEL_UNAVAILABLE", `${where} answered ${status}; ${setting}.`, {
    retryAfter: 60,
  });
}

/** Redirects are rejected: they could send the text and the key to another machine. */
function settingFor(status: number, model: string): string {
  if (status === 401 || status === 403) return "check OPENAI_API_KEY";
  if (status < 400) return "redirects are not followed, check OPENAI_BASE_URL";
  if (status === 404) return `check OPENAI_BASE_URL and OPENAI_EMBED_MODEL (${model})`;
  return `check OPENAI_EMBED_MODEL (${model}) and OPENAI_EMBED_DIMS`;
}
