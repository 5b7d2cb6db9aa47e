import { errorOf, PalimpsestClientError } from "./client-error.js";
import type { WireRequest } from "./request.js";

export interface SendOptions {
  fetch: typeof fetch;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** One attempt: the answer's body, or a typed error. The caller's own abort passes through as it is. */
export async function send(request: WireRequest, options: SendOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  // A browser's fetch refuses to be called as a method of another object.
  const { fetch } = options;
  const { origin } = new URL(request.url);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers:
        request.body === undefined
          ? options.headers
          : { ...options.headers, "content-type": "application/json" },
      body: request.body,
      signal,
    });
    const body = parse(await response.text());
    if (!response.ok) throw errorOf(response, body);
    if (body === undefined) {
      throw new PalimpsestClientError(
        "INVALID_RESPONSE",
        `The answer of ${origin} is not JSON; check the address and any proxy.`,
        {
          status: response.status,
        },
      );
    }
    return body;
  } catch (error) {
    if (error instanceof PalimpsestClientError) throw error;
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted) {
      throw new PalimpsestClientError("TIMEOUT", `No answer from ${origin} within ${options.timeoutMs} ms.`, {
        cause: error,
      });
    }
    throw new PalimpsestClientError("NETWORK", `Cannot reach ${origin}; is the server running there?`, {
      cause: error,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
