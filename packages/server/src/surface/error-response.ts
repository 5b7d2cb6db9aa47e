import { type ErrorBody, errorStatus, PalimpsestError } from "@palimpsest/contract";
import { defaultPolicy, policyVersionOf } from "@palimpsest/core";

/** What a caller is told of an error: ours as it is, any other masked. */
export function asPalimpsestError(error: unknown): PalimpsestError {
  if (error instanceof PalimpsestError && error.code !== "INTERNAL") return error;
  return new PalimpsestError(
    "INTERNAL",
    "Something went wrong here; the server's log has it by request_id.",
    {
      cause: error,
    },
  );
}

/** The one error form of every surface. Where no tenant is known yet, the policy is the shipped one. */
export function errorBody(error: PalimpsestError, ids: { requestId: string; traceId: string }): ErrorBody {
  return {
    error: { code: error.code, message: error.message, details: error.details },
    request_id: ids.requestId,
    trace_id: ids.traceId,
    policy_version: policyVersionOf(error) ?? policyVersionOf(error.cause) ?? defaultPolicy.version,
  };
}

/** Seconds after which a caller may try again, where trying again makes sense. */
export function retryAfter(error: PalimpsestError): number | undefined {
  if (error.retryAfter !== undefined) return Math.max(1, Math.ceil(error.retryAfter));
  return errorStatus[error.code] === 503 ? 1 : undefined;
}
