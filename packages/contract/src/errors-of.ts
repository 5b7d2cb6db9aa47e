import { type ErrorCode, errorsByForm } from "./errors.js";
import type { AnyOperation } from "./operation.js";

/** Whether a call may carry an Idempotency-Key, so that a repeated one is answered and not done again. */
export const takesIdempotencyKey = ({ effect, secretAnswer }: AnyOperation): boolean =>
  effect === "write" && !secretAnswer;

/** Whether its input travels as a JSON body; that of the others stands in path and query. */
export const takesBody = ({ http }: AnyOperation): boolean => /^(POST|PUT) /.test(http);

/** Every error that an operation can answer with. */
export function errorsOf(operation: AnyOperation): ErrorCode[] {
  return [
    ...errorsByForm.every,
    ...(takesBody(operation) ? errorsByForm.withBody : []),
    ...(operation.effect === "read" ? [] : errorsByForm.storing),
    ...(takesIdempotencyKey(operation) ? errorsByForm.withIdempotencyKey : []),
    ...(operation.withoutPolicy ? [] : errorsByForm.underPolicy),
    ...(operation.effect === "write" && !operation.withoutPolicy ? errorsByForm.writing : []),
    ...operation.errors,
    ...(operation.fault ? [operation.fault] : []),
  ];
}
