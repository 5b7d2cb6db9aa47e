import { readCapped } from "../read-capped.js";
import { parseRetryAfter } from "../retry.js";
import { ChatFailure } from "./chat-failure.js";

/** Larger answers are not read to their end. */
const MAX_BODY = 4 * 1024 * 1024;
const MAX_RETRY_AFTER = 600;

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ChatEndpoint {
  url: URL;
  apiKey?: string;
  model: string;
}

/** What ends a request: its caller, or the end of the time that it has. */
export interface RequestLimits {
  /** When the call began, of which the request may be a further attempt, and how many milliseconds all of it may take. */
  startedAt: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The milliseconds that are left of a call. */
export const leftOf = ({ startedAt, timeoutMs }: RequestLimits): number =>
  Math.max(0, Math.ceil(startedAt + timeoutMs - performance.now()));

/** How an answer is held to JSON. */
export type ResponseFormat =
  | { type: "json_object" }
  | { type: "json_schema"; json_schema: { name: string; strict: boolean; schema: object } };

/** The service does not know the response format that was asked for. */
export class UnknownFormat extends Error {}

/** One POST to `/chat/completions`; gives the text of the answer, "" if there is none. */
export async function requestChat(
  endpoint: ChatEndpoint,
  messages: readonly ChatMessage[],
  response_format: ResponseFormat,
  limits: RequestLimits,
): Promise<string> {
  const { signal } = limits;
  const timeout = AbortSignal.timeout(leftOf(limits));
  const where = `The model service at ${endpoint.url.host}`;
  let isAnswering = false;
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        ...(endpoint.apiKey && { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      body: JSON.stringify({ model: endpoint.model, messages, temperature: 0, response_format }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    isAnswering = true;
    if (!response.ok) throw await refusal(response, endpoint, where, response_format);
    const body = await readCapped(response, MAX_BODY);
    if (body === undefined) {
      throw new ChatFailure("INVALID_JSON_SCHEMA", `${where} answered with more than ${MAX_BODY} bytes.`);
    }
    return contentOf(body, where);
  } catch (error) {
    if (error instanceof ChatFailure || error instanceof UnknownFormat) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) {
      const within = `within ${limits.timeoutMs / 1_000} s`;
      const message = isAnswering
        ? `${where} began to answer and did not end ${within}.`
        : `${where} gave no answer ${within}.`;
      throw new ChatFailure("OPENAI_TIMEOUT", message, undefined, error);
    }
    throw new ChatFailure(
      "OPENAI_UNAVAILABLE",
      `${where} could not be reached; check OPENAI_BASE_URL.`,
      undefined,
      error,
    );
  }
}

function contentOf(body: string, where: string): string {
  try {
    const answer = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] };
    const content = answer.choices?.[0]?.message?.content;
    return typeof content === "string" ? content : "";
  } catch (cause) {
    throw new ChatFailure(
      "INVALID_JSON_SCHEMA",
      `${where} answered with something that is not JSON.`,
      undefined,
      cause,
    );
  }
}

async function refusal(
  response: Response,
  { model }: ChatEndpoint,
  where: string,
  format: ResponseFormat,
): Promise<Error> {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"), Date.now(), MAX_RETRY_AFTER);
  const body = status === 400 || status === 422 ? ((await readCapped(response, 65_536)) ?? "") : "";
  if (status !== 400 && status !== 422) await response.body?.cancel();
  if (status === 429) return new ChatFailure("OPENAI_RATE_LIMIT", `${where} answered 429.`, retryAfter);
  if (status === 408) return new ChatFailure("OPENAI_TIMEOUT", `${where} answered 408.`, retryAfter);
  if (status >= 500) return new ChatFailure("OPENAI_UNAVAILABLE", `${where} answered ${status}.`, retryAfter);
  if (status === 401 || status === 403) {
    return new ChatFailure("OPENAI_UNAUTHORIZED", `${where} answered ${status}; check OPENAI_API_KEY.`);
  }
  if (/context.?(?:length|window)|maximum context|too many tokens|too long/i.test(body)) {
    return new ChatFailure(
      "OPENAI_INVALID_MODEL",
      `${where} answered ${status}: the passage is longer than the context of the model. Take a model with a longer context (OPENAI_EVENT_MODEL, now ${model}), or smaller passages.`,
    );
  }
  if (
    /response_format|json_schema|json_object/i.test(body) ||
    (body && format.type === "json_schema" && !/model/i.test(body))
  ) {
    return new UnknownFormat();
  }
  // Redirects are not followed: they could send the document and the key to another machine.
  const setting =
    status < 400
      ? "redirects are not followed, check OPENAI_BASE_URL"
      : `check OPENAI_BASE_URL and OPENAI_EVENT_MODEL (${model})`;
  return new ChatFailure("OPENAI_INVALID_MODEL", `${where} answered ${status}; ${setting}.`);
}
