import { PalimpsestError } from "@palimpsest/contract";

/** The SQLSTATE of a database error, or the errno name of a socket error. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const lostSocket = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const lostServer = new Set(["57P01", "57P02", "57P03", "53300", "25P03", "25P04"]);

/** The connection is gone, or the server will not take it now; another attempt may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return false;
  return state.startsWith("08") || lostServer.has(state) || lostSocket.has(state);
}

/** Two transactions got in each other's way; running this one again is the remedy. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/**
 * A kept statement is not there, is there already, or no longer fits its tables: a pooler that hands out sessions
 * without regard to them, or a migration since.
 */
export function isStatementLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state === "26000" || state === "42P05") return true;
  return state === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery";
}

/** A row was written for a tenant that is not there: it was deleted meanwhile, by this process or another. */
export function isTenantGone(error: unknown): boolean {
  if (sqlState(error) !== "23503") return false;
  return (error as { constraint?: string }).constraint?.endsWith("_tenant_id_fkey") ?? false;
}

export function unavailable(message: string, cause?: unknown): PalimpsestError {
  return new PalimpsestError("UNAVAILABLE", message, { cause, retryAfter: 1 });
}

/** Database errors a caller can do something about; all others pass untouched, so SQLSTATE can be matched. */
export function translate(error: unknown): unknown {
  const state = sqlState(error);
  if (isConnectionLoss(error)) return unavailable("The database is not reachable; try again.", error);
  if (isConflict(error)) return unavailable("Others were writing the same rows; try again.", error);
  if (state === "57014") return unavailable("The database took too long and the work was cancelled.", error);
  if (state === "55P03") return unavailable("The rows are locked by other work; try again.", error);
  if (state === "53100") {
    return new PalimpsestError("STORAGE_FULL", "The database's disk is full; free space and try again.", {
      cause: error,
    });
  }
  if (state === "PA006") {
    return new PalimpsestError(
      "FORBIDDEN",
      "This principal is suspended: it can read, but writes and edits nothing. A reviewer or an admin can resume it.",
      { cause: error },
    );
  }
  if (state === "22021" || state === "22P05") {
    return new PalimpsestError("INVALID_UNICODE", "The text holds characters that cannot be stored.", {
      cause: error,
    });
  }
  return error;
}
