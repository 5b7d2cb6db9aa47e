import type { ErrorBody, ErrorCode, ErrorDetail } from "@palimpsest/contract";

/** What the server answers, or why there was no answer that could be understood. */
export type ClientErrorCode = ErrorCode | "NETWORK" | "TIMEOUT" | "INVALID_RESPONSE";

export interface ClientErrorFields {
  status?: number;
  requestId?: string;
  traceId?: string;
  details?: ErrorDetail[];
  /** Seconds after which the same call may succeed. */
  retryAfter?: number;
  cause?: unknown;
}

export class PalimpsestClientError extends Error {
  override readonly name = "PalimpsestClientError";
  readonly code: ClientErrorCode;
  /** The HTTP status; absent when no response arrived. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly details: ErrorDetail[];
  readonly retryAfter: number | undefined;

  constructor(code: ClientErrorCode, message: string, fields: ClientErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = code;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.traceId = fields.traceId;
    this.details = fields.details ?? [];
    this.retryAfter = fields.retryAfter;
  }
}

/** The error that a response other than success stands for. */
export function errorOf(response: Response, body: unknown): PalimpsestClientError {
  const fields = {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfter: retryAfterOf(response.headers.get("retry-after")),
  };
  if (!isErrorBody(body)) {
    const message = `The server answered ${response.status} without saying why; check the address and any proxy.`;
    return new PalimpsestClientError("INVALID_RESPONSE", message, fields);
  }
  return new PalimpsestClientError(body.error.code, body.error.message, {
    ...fields,
    requestId: body.request_id,
    traceId: body.trace_id,
    details: body.error.details,
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  if (typeof error !== "object" || error === null) return false;
  return "code" in error && typeof error.code === "string" && "message" in error;
}

/** Retry-After holds seconds or a date. */
function retryAfterOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
