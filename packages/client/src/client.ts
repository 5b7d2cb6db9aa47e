import type { Health, OperationName } from "@palimpsest/contract";
import { type FollowedEvent, type FollowInput, type FollowOptions, followEvents } from "./follow-events.js";
import type { CallOptions, Operations } from "./operations.js";
import { baseOf, wireRequest } from "./request.js";
import { delayBefore, isWorthRetrying, pause } from "./retry.js";
import type { Route } from "./route.js";
import { routes } from "./routes.generated.js";
import { send } from "./send.js";
import { type Uploaded, type UploadFields, type UploadFile, uploadForm } from "./upload.js";

export interface ClientOptions {
  /** Where the server is, for instance http://127.0.0.1:7077 */
  url: string;
  /** An API key or token. */
  key?: string;
  /** Who is calling, on a server without auth; ignored by one with it. */
  tenantId?: string;
  userId?: string;
  agentId?: string;
  /** For each attempt. Default 30 seconds; the self-test is waited for 15 minutes. */
  timeoutMs?: number;
  /** How often a failed call is tried again. Default 3; `createKey` and the self-test are tried once. */
  retries?: number;
  fetch?: typeof fetch;
}

const methodsOf = class {
  constructor(options: ClientOptions) {
    checkAddress(options.url);
    checkIds(options);
    defineOperations(this, (name, input, call) => callOperation(options, routes[name], input, call));
  }
} as new (
  options: ClientOptions,
) => Operations;

/**
 * Every operation as a typed method. A retry never writes twice: a write carries an idempotency key; one whose answer
 * is a secret, which the server cannot give again, is tried once; and a read that leaves a receipt or a counter is
 * tried again only if it was not run.
 */
export class PalimpsestClient extends methodsOf {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super(options);
    this.#options = options;
  }

  /** Whether the server works, and how it is set up. It is asked once; one that does not answer is an error. */
  async health({ signal, timeoutMs }: Pick<CallOptions, "signal" | "timeoutMs"> = {}): Promise<Health> {
    const options = this.#options;
    const request = { method: "GET", url: `${baseOf(options.url)}/health`, body: undefined };
    return (await send(request, {
      fetch: options.fetch ?? fetch,
      headers: { accept: "application/json" },
      timeoutMs: timeoutMs ?? options.timeoutMs ?? 30_000,
      signal,
      // One that does not work says so with this status.
      alsoAnswers: 503,
    })) as Health;
  }

  /**
   * Files become documents, each read by the ending of its name. It is tried once; sent again, what is stored already is
   * found unchanged.
   */
  async uploadArtifacts(
    files: readonly UploadFile[],
    fields: UploadFields = {},
    call: CallOptions = {},
  ): Promise<Uploaded> {
    const options = this.#options;
    const url = `${baseOf(options.url)}/v1/artifacts/upload`;
    return (await send(
      { method: "POST", url, body: uploadForm(files, fields) },
      {
        fetch: options.fetch ?? fetch,
        headers: headersOf(options, routes.ingestArtifact, call),
        timeoutMs: call.timeoutMs ?? options.timeoutMs ?? 30_000,
        signal: call.signal,
      },
    )) as Uploaded;
  }

  /**
   * Events as they are committed, until you stop reading or abort. A connection that is lost is made anew after the last
   * event, so none is missing and none comes twice.
   */
  followEvents(
    input: FollowInput = {},
    { signal, timeoutMs = 30_000 }: FollowOptions = {},
  ): AsyncGenerator<FollowedEvent, void, undefined> {
    const options = this.#options;
    const source = {
      fetch: options.fetch ?? fetch,
      headers: headersOf(options, routes.listDomainEvents, {}),
      timeoutMs,
      signal,
    };
    return followEvents({
      ...{ source, input, url: baseOf(options.url), retries: options.retries ?? 3 },
      latest: async () => {
        const page = await this.listDomainEvents({ start: "latest", type: input.type }, { signal });
        return page.next_cursor;
      },
    });
  }
}

/** `localhost:7077` parses as an address of the scheme `localhost`, and would only fail at the first call. */
function checkAddress(url: string): void {
  const scheme = URL.canParse(url) ? new URL(url).protocol : "";
  if (scheme === "http:" || scheme === "https:") return;
  throw new TypeError("url must begin with http:// or https://, for instance http://127.0.0.1:7077");
}

/** A header loses blanks around its value, so that another principal would be meant. */
export function checkIds(options: Pick<ClientOptions, "tenantId" | "userId" | "agentId">): void {
  for (const name of ["tenantId", "userId", "agentId"] as const) {
    const id = options[name];
    if (id !== undefined && (id === "" || id !== id.trim()))
      throw new TypeError(`${name} must be an id, without blanks at either end`);
  }
}

/** The names of all operations, for code that walks over them. */
export const operationNames = Object.keys(routes) as OperationName[];

export type CallOperation = (name: OperationName, input: object, call: CallOptions) => Promise<unknown>;

/** Gives an object a method for each operation. */
export function defineOperations(target: object, callOperation: CallOperation): void {
  for (const name of operationNames) {
    Object.defineProperty(target, name, {
      enumerable: true,
      value: (input: object = {}, call: CallOptions = {}) => callOperation(name, input, call),
    });
  }
}

const patientMs = 15 * 60_000;

/** How long an operation is waited for where the call says nothing. */
export const patienceFor = ({ takesLong }: Pick<Route, "takesLong">, usualMs: number): number =>
  takesLong ? Math.max(patientMs, usualMs) : usualMs;

async function callOperation(
  options: ClientOptions,
  route: Route,
  input: object,
  call: CallOptions,
): Promise<unknown> {
  const request = wireRequest(options.url, route, input);
  const sending = {
    fetch: options.fetch ?? fetch,
    headers: headersOf(options, route, call),
    timeoutMs: call.timeoutMs ?? patienceFor(route, options.timeoutMs ?? 30_000),
    signal: call.signal,
  };
  const retries = route.secretAnswer || route.takesLong ? 0 : (options.retries ?? 3);
  for (let attempt = 0; ; attempt++) {
    call.signal?.throwIfAborted();
    try {
      return await send(request, sending);
    } catch (error) {
      if (attempt >= retries || !isWorthRetrying(error, route.effect)) throw error;
      const delay = delayBefore(attempt, error);
      if (delay === undefined) throw error;
      await pause(delay, call.signal);
    }
  }
}

function headersOf(options: ClientOptions, route: Route, call: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) headers[name] = value;
  };
  put("authorization", options.key === undefined ? undefined : `Bearer ${options.key}`);
  put("x-tenant-id", headerOf(options.tenantId));
  put("x-user-id", headerOf(options.userId));
  put("x-agent-id", headerOf(options.agentId));
  put("traceparent", call.traceparent);
  if (route.effect === "write" && !route.secretAnswer)
    put("idempotency-key", call.idempotencyKey ?? randomKey());
  return headers;
}

/** An id as a header holds it: `fetch` takes one character for each byte of its UTF-8. */
const headerOf = (id: string | undefined): string | undefined =>
  id === undefined
    ? undefined
    : Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join("");

/** `crypto.randomUUID` is missing on pages served without TLS; this is not. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
