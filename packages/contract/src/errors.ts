/** Every error a caller can meet, and the HTTP status it travels with. The one table. */
export const errorStatus = {
  INVALID_JSON: 400,
  VALIDATION_ERROR: 400,
  TOO_DEEP: 400,
  INVALID_UNICODE: 400,
  EMPTY_CONTENT: 400,
  INVALID_CURSOR: 400,
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  BOUNDARY_DENIED: 403,
  NOT_FOUND: 404,
  UNKNOWN_CLAIM: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  DUPLICATE: 409,
  IDEMPOTENCY_CONFLICT: 409,
  TOMBSTONED: 409,
  CONTEXT_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_POLICY: 422,
  INVALID_SCOPE: 422,
  INVALID_BOUNDARY: 422,
  POLICY_MISSING: 424,
  RATE_LIMIT: 429,
  INTERNAL: 500,
  BOUNDARY_ERROR: 500,
  UPSERT_FAILED: 500,
  ACTIVATE_FAILED: 500,
  FEEDBACK_FAILED: 500,
  UNAVAILABLE: 503,
  MODEL_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What no operation lists, since its form says already that it can answer so. */
export const errorsByForm = {
  every: [
    "VALIDATION_ERROR",
    "TOO_DEEP",
    "INVALID_UNICODE",
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "RATE_LIMIT",
    "INTERNAL",
    "UNAVAILABLE",
  ],
  withBody: ["INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
  storing: ["STORAGE_FULL"],
  withIdempotencyKey: ["IDEMPOTENCY_CONFLICT"],
  underPolicy: ["POLICY_MISSING"],
  writing: ["BOUNDARY_DENIED"],
} as const satisfies Record<string, readonly ErrorCode[]>;

type Form = Exclude<keyof typeof errorsByForm, "writing">;
type ErrorByForm = (typeof errorsByForm)[Form][number];
/** What an operation lists for itself. */
export type OperationError = Exclude<ErrorCode, ErrorByForm | "METHOD_NOT_ALLOWED">;

export interface ErrorDetail {
  path?: string;
  message: string;
}

/** What went wrong, in words that say what to do next. `details` never holds memory text. */
export class PalimpsestError extends Error {
  override readonly name = "PalimpsestError";
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  /** Seconds after which the same call may succeed; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; cause?: unknown; retryAfter?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The details as lines for a reader, without what the message says already. */
export function furtherDetails(error: { message: string; details: readonly ErrorDetail[] }): string[] {
  const said = error.message.replace(/\.$/, "");
  return error.details
    .map(({ path, message }) => (!path || message.startsWith(`${path} `) ? message : `${path}: ${message}`))
    .filter((line) => line.replace(/\.$/, "") !== said);
}

/** The error body of every surface. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details: ErrorDetail[] };
  request_id: string;
  trace_id: string;
  policy_version: string;
}

/** An error about one field of the input. `problem` follows the field's name, as in "must not be empty". */
export function invalidField(
  path: string,
  problem: string,
  code: ErrorCode = "VALIDATION_ERROR",
): PalimpsestError {
  const message = `${path || "The input"} ${problem}`;
  return new PalimpsestError(code, `${message}.`, { details: [{ path, message }] });
}

/** The one answer for what does not exist and for what is not the caller's to see. `path`: the field that names it. */
export function notFound(what: string, path?: string): PalimpsestError {
  const message = `No such ${what}, or it is not yours to see.`;
  return new PalimpsestError(
    "NOT_FOUND",
    message,
    path === undefined ? {} : { details: [{ path, message }] },
  );
}
