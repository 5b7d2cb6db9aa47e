import { errorOf, PalimpsestClientError } from "./client-error.js";
import { failureOf, parse, type SendOptions } from "./send.js";

export interface EventSourceOptions extends SendOptions {
  url: string;
}

/** What a server sent: an event, or a comment, which has no data. */
export interface Sent {
  id: string;
  data: string | undefined;
}

/**
 * One connection for server-sent events, until the server ends it. A browser's own EventSource takes no headers, and
 * other runtimes have none.
 */
export async function* sentEvents(options: EventSourceOptions): AsyncGenerator<Sent, void, undefined> {
  const { url, headers, timeoutMs, fetch } = options;
  const { origin } = new URL(url);
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timeoutMs);
  };
  heard();
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** The rejections of `fetch` and of the body are all of the connection. */
  const failed = (error: unknown) => failureOf(error, { ...options, origin, timeout: silence.signal });
  try {
    const response = await fetch(url, { headers: { ...headers, accept: "text/event-stream" }, signal }).catch(
      (error: unknown) => Promise.reject(failed(error)),
    );
    if (!response.ok) throw errorOf(response, parse(await response.text()));
    if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
      const message = `The answer of ${origin} is no stream of events; check the address and any proxy.`;
      throw new PalimpsestClientError("INVALID_RESPONSE", message, { status: response.status });
    }
    reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => Promise.reject(failed(error)));
      if (done) return;
      heard();
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) yield sentOf(part);
    }
  } finally {
    clearTimeout(timer);
    // Whoever stops reading closes the connection.
    await reader?.cancel().catch(() => undefined);
  }
}

function sentOf(part: string): Sent {
  const fieldOf = (name: string) =>
    part
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { id: fieldOf("id") ?? "", data: fieldOf("data") };
}
