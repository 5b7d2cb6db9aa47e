import { retry } from "../../async/index.js";
import { ChatFailure } from "./chat-failure.js";
import { checkedKey, openaiUrl } from "./endpoint.js";
import {
  type ChatEndpoint,
  type ChatMessage,
  leftOf,
  type RequestLimits,
  requestChat,
  UnknownFormat,
} from "./request-chat.js";

/** Longer waits are left to whoever runs the work again. */
const MAX_WAIT_MS = 10_000;

export interface ChatModelOptions {
  apiKey?: string;
  baseUrl?: string;
  model: string;
  /** How long a call may take, with all its attempts and however slowly the answer comes. */
  timeoutMs?: number;
  /** How often a call is tried before its failure is given to the caller. */
  attempts?: number;
  backoffMs?: number;
}

export interface JsonSchema {
  name: string;
  schema: object;
}

/** A model that answers messages with JSON. */
export interface ChatModel {
  model: string;
  /** Whether texts are sent to a service. One on this machine counts too: it may pass them on. */
  outside: boolean;
  complete(messages: readonly ChatMessage[], schema: JsonSchema, signal?: AbortSignal): Promise<string>;
}

/** Any endpoint with OpenAI's `POST /chat/completions`. Asks for a JSON schema, and for JSON alone where that is unknown. */
export function openChatModel(options: ChatModelOptions): ChatModel {
  const endpoint: ChatEndpoint = {
    url: openaiUrl(options.baseUrl, "chat/completions"),
    apiKey: checkedKey(options.apiKey),
    model: options.model,
  };
  let knowsSchemas = true;
  const once = async (
    messages: readonly ChatMessage[],
    { name, schema }: JsonSchema,
    limits: RequestLimits,
  ) => {
    if (knowsSchemas) {
      try {
        const json_schema = { name, strict: false, schema };
        return await requestChat(endpoint, messages, { type: "json_schema", json_schema }, limits);
      } catch (error) {
        if (!(error instanceof UnknownFormat)) throw error;
        knowsSchemas = false;
      }
    }
    try {
      return await requestChat(endpoint, messages, { type: "json_object" }, limits);
    } catch (error) {
      if (!(error instanceof UnknownFormat)) throw error;
      const message = `The model service at ${endpoint.url.host} knows no JSON mode; check OPENAI_EVENT_MODEL (${endpoint.model}).`;
      throw new ChatFailure("OPENAI_INVALID_MODEL", message, undefined, error);
    }
  };
  return {
    model: options.model,
    outside: true,
    complete: (messages, schema, signal) => {
      const timeoutMs = options.timeoutMs ?? 120_000;
      const limits = { startedAt: performance.now(), timeoutMs, signal };
      return retry(() => once(messages, schema, limits), {
        attempts: options.attempts ?? 3,
        delayMs: (error, failures) => {
          const wait = delayAfter(error, failures, options.backoffMs ?? 500);
          return wait !== undefined && wait < leftOf(limits) ? wait : undefined;
        },
        signal,
      });
    },
  };
}

/** Only what passes by itself is tried again here, and only after short waits. */
function delayAfter(error: unknown, failures: number, backoffMs: number): number | undefined {
  if (!(error instanceof ChatFailure) || !error.retry || error.code === "INVALID_JSON_SCHEMA")
    return undefined;
  const wait = Math.max(Math.random() * backoffMs * 2 ** (failures - 1), (error.retryAfter ?? 0) * 1_000);
  return wait > MAX_WAIT_MS ? undefined : wait;
}
