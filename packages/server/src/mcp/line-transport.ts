import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { holdsDocument } from "../surface/holds-document.js";
import { splitLines } from "../surface/split-lines.js";
import { malformedInitialize } from "./malformed-initialize.js";

export interface LineTransportOptions {
  input: Readable;
  output: Writable;
  /** Longest message in bytes; a longer one is refused and skipped. */
  maxLine?: number;
  /** The same for a message that holds a document. */
  maxDocument?: number;
  /** How long requests may still be answered after the input has ended. */
  lingerMs?: number;
  /** Told of each line that is refused. */
  onRefused?: (code: string) => void;
}

type RequestId = string | number;
const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;

/**
 * MCP on lines of JSON. Unlike the SDK's transport, a line that is broken, too long or not a message is answered
 * with its JSON-RPC error and the connection lives on, and requests in flight when the input ends are still answered.
 */
export class LineTransport implements Transport {
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  onmessage: Transport["onmessage"];
  readonly #options: Required<Omit<LineTransportOptions, "onRefused">> & LineTransportOptions;
  /** How many requests wait under each id: one that is used twice is answered twice. */
  readonly #unanswered = new Map<RequestId, number>();
  #closed = false;
  #ended = false;

  constructor(options: LineTransportOptions) {
    const { maxLine = 4 * 1024 ** 2, maxDocument = maxLine, lingerMs = 1_000 } = options;
    this.#options = { ...options, maxLine, maxDocument, lingerMs };
  }

  async start(): Promise<void> {
    const { input, output, maxDocument } = this.#options;
    output.on("error", () => void this.close());
    input.on("error", () => this.#end());
    const lines = splitLines(maxDocument, {
      line: (line) => this.#receive(line),
      broken: (line) =>
        this.#refuse(
          "INVALID_UNICODE",
          idIn(line),
          parseError,
          "INVALID_UNICODE: This line is not valid UTF-8.",
        ),
      tooLong: () => this.#refuseLong(maxDocument),
    });
    input.on("data", lines.take);
    input.on("end", () => {
      lines.end();
      this.#end();
    });
    input.on("close", () => this.#end());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message) && message.id !== undefined) this.#wait(message.id, -1);
    await this.#write(message);
    if (this.#ended && this.#unanswered.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.input.removeAllListeners("data");
    this.#options.input.pause();
    this.onclose?.();
  }

  #receive(line: string): void {
    const { maxLine } = this.#options;
    if (line.length > maxLine && !holdsDocument(line)) {
      this.#refuseLong(maxLine);
      return;
    }
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse("INVALID_JSON", null, parseError, "This line is not JSON.");
      return;
    }
    if (argumentsVanish(value)) {
      const hint = "VALIDATION_ERROR: The key __proto__ cannot be stored; use another name.";
      this.#refuse("VALIDATION_ERROR", idOf(value), invalidParams, hint);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const hint = Array.isArray(value)
        ? "Batches are not served; send one message a line."
        : "Not a JSON-RPC 2.0 message.";
      this.#refuse("INVALID_REQUEST", idOf(value), invalidRequest, hint);
      return;
    }
    const malformed = malformedInitialize(message);
    if (malformed !== undefined) {
      this.#options.onRefused?.("INVALID_REQUEST");
      void this.#write(malformed);
      return;
    }
    if ("method" in message && "id" in message) this.#wait(message.id, 1);
    this.onmessage?.(message);
  }

  #wait(id: RequestId, change: 1 | -1): void {
    const count = (this.#unanswered.get(id) ?? 0) + change;
    if (count > 0) this.#unanswered.set(id, count);
    else this.#unanswered.delete(id);
  }

  #refuseLong(most: number): void {
    this.#refuse("PAYLOAD_TOO_LARGE", null, invalidRequest, `A message may have at most ${most} bytes.`);
  }

  #refuse(why: string, id: RequestId | null, code: number, message: string): void {
    this.#options.onRefused?.(why);
    void this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve();
      if (this.#options.output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#options.output.once("drain", resolve);
    });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#unanswered.size === 0) void this.close();
    else setTimeout(() => void this.close(), this.#options.lingerMs);
  }
}

/** Whether a tool is called with an argument `__proto__`, which the SDK would drop and call the tool without. */
function argumentsVanish(value: unknown): boolean {
  const called = (value as { params?: { arguments?: unknown } | null } | null)?.params?.arguments;
  return typeof called === "object" && called !== null && Object.hasOwn(called, "__proto__");
}

/** The id of a line that is refused, where it has one. */
function idIn(line: string): RequestId | null {
  try {
    return idOf(JSON.parse(line));
  } catch {
    return null;
  }
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== "object" || value === null || !("id" in value)) return null;
  return typeof value.id === "string" || typeof value.id === "number" ? value.id : null;
}
