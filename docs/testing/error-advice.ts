import type { ErrorCode } from "@palimpsest/contract";

/** What a caller should do about each error. A code without an entry does not compile. */
export const advice: Record<ErrorCode, string> = {
  INVALID_JSON: "Send a body that is JSON. The message says where it breaks.",
  VALIDATION_ERROR: "Fix the fields that `details` names. Nothing was written.",
  TOO_DEEP: "Send JSON that is nested less deeply.",
  INVALID_UNICODE: "Send valid UTF-8, without NUL bytes or unpaired surrogates.",
  EMPTY_CONTENT: "Send a text with visible characters, not only blanks.",
  INVALID_CURSOR: "Start again from the first page.",
  UNAUTHENTICATED: "Send a valid key or token as `Authorization: Bearer …`.",
  UNAUTHORIZED: "Sign the policy as it is sent, with a key that the policy in force names.",
  FORBIDDEN: "Use a credential with the permission that the message names.",
  BOUNDARY_DENIED:
    "Ask for tags that the credential was granted, or for none. What an invariant of the policy forbids is not written.",
  NOT_FOUND:
    "Check the id and the credential: what you may not see gets the same answer as what does not exist.",
  UNKNOWN_CLAIM: "Check the id, or search again: the claim may have been retracted.",
  METHOD_NOT_ALLOWED: "Use a method that the `Allow` header names.",
  CONFLICT: "Read the current state, then decide again.",
  IDEMPOTENCY_CONFLICT: "Use a new `Idempotency-Key`: this one belongs to another request.",
  TOMBSTONED: "This text was retracted. Leave it out, restore the memory, or ask an admin to override.",
  PAYLOAD_TOO_LARGE: "Send less at once, or raise `PALIMPSEST_BODY_LIMIT`.",
  UNSUPPORTED_MEDIA_TYPE: "Send `Content-Type: application/json`.",
  INVALID_POLICY: "Fix what `details` names in the policy. The one that was in force stays in force.",
  DUPLICATE: "The same text is kept as a claim of another kind; `details` names it.",
  INVALID_BOUNDARY: "Use `public`, `internal`, `pii` or `secret`.",
  CONTEXT_EXPIRED: "Activate again; the claims may have changed since.",
  ACTIVATE_FAILED: "Nothing was gathered. The log has the cause under the request id.",
  UPSERT_FAILED: "The claim was not stored. The log has the cause under the request id.",
  FEEDBACK_FAILED: "The feedback was not counted. The log has the cause under the request id.",
  INVALID_SCOPE: "Use `session`, `project` or `principle`.",
  POLICY_MISSING:
    "The stored policy is not valid, so other calls are refused. Ask an admin to apply a valid one.",
  RATE_LIMIT: "Wait as long as `Retry-After` says; a policy sets how many calls a key may make.",
  INTERNAL: "An error in the server. The log has it under the request id; trying again may help.",
  BOUNDARY_ERROR:
    "The text could not be checked, so do not send it. The log has the cause under the request id.",
  UNAVAILABLE: "Wait as long as `Retry-After` says, then try again. `palimpsest doctor` says what is wrong.",
  MODEL_UNAVAILABLE: "The embedding model does not answer. Try again, or choose the built-in one.",
  STORAGE_FULL: "Free space on the disk that holds the data.",
};
