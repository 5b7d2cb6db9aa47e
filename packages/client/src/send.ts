import { errorOf, PalimpsestClientError } from "./client-error.js";
import type { WireRequest } from "./request.js";

export interface SendOptions {
  fetch: typeof fetch;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Besides success, the status of an answer that is no failure. */
  alsoAnswers?: number;
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
      // A form says itself what it is.
      headers:
        typeof request.body === "string"
          ? { ...options.headers, "content-type": "application/json" }
          : options.headers,
      body: request.body,
      signal,
    });
    const body = parse(await response.text());
    if (!response.ok && response.status !== options.alsoAnswers) throw errorOf(response, body);
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
    throw failureOf(error, { origin, timeout, ...options });
  }
}

/** Why there is no answer; the caller's own abort as it is. */
export function failureOf(
  error: unknown,
  given: { origin: string; timeout: AbortSignal } & Pick<SendOptions, "signal" | "timeoutMs">,
): unknown {
  if (error instanceof PalimpsestClientError) return error;
  if (given.signal?.aborted) return given.signal.reason;
  if (given.timeout.aborted) {
    const message = `No answer from ${given.origin} within ${given.timeoutMs} ms.`;
    return new PalimpsestClientError("TIMEOUT", message, { cause: error });
  }
  const message = `Cannot reach ${given.origin}; is the server running there?`;
  return new PalimpsestClientError("NETWORK", message, { cause: error });
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
