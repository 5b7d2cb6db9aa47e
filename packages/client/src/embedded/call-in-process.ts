import type { OperationName } from "@palimpsest/contract";
import { contract, PalimpsestError, takesIdempotencyKey } from "@palimpsest/contract";
import type { Answer, Call, Memory } from "@palimpsest/core";
import { type CallOperation, patienceFor, randomKey } from "../client.js";
import { PalimpsestClientError } from "../client-error.js";
import type { CallOptions } from "../operations.js";
import { toJson } from "../to-json.js";

/** Who calls, as a server without auth is told by headers. */
export interface Identity {
  tenantId?: string;
  userId?: string;
  agentId?: string;
}

/** A call that has its caller already. */
export type Send = (call: Omit<Call, "credential">) => Promise<Answer>;

export const sendAs =
  (memory: Memory, identity: Identity): Send =>
  (call) =>
    memory.dispatch({ ...call, credential: { kind: "local", ...identity } });

/** Calls the memory of this process as a server would call its own, with the same errors. */
export const callInProcess =
  (send: Send, timeoutMs: number): CallOperation =>
  async (operation, input, call) => {
    call.signal?.throwIfAborted();
    const requestId = `req_${randomKey()}`;
    const work = send({
      operation,
      // As it would arrive over HTTP: without what is undefined.
      input: JSON.parse(toJson(input)) as unknown,
      surface: "sdk",
      requestId,
      idempotencyKey: keyOf(operation, call),
    }).then(({ output }) => output as unknown);
    try {
      return await within(work, call.timeoutMs ?? patienceFor(contract[operation], timeoutMs), call.signal);
    } catch (error) {
      throw clientError(error, requestId);
    }
  };

function keyOf(operation: OperationName, { idempotencyKey }: CallOptions): string | undefined {
  return takesIdempotencyKey(contract[operation]) ? idempotencyKey : undefined;
}

/** An error of the memory as a client gives it; another one as it is. */
export const clientError = (error: unknown, requestId?: string): unknown => {
  if (!(error instanceof PalimpsestError)) return error;
  const { code, message, status, details, retryAfter } = error;
  return new PalimpsestClientError(code, message, { status, details, retryAfter, requestId, cause: error });
};

/** What was begun goes on; only the caller no longer waits for it. */
export function within<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(
      () => end(() => reject(new PalimpsestClientError("TIMEOUT", `No answer within ${timeoutMs} ms.`))),
      timeoutMs,
    );
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    signal?.addEventListener("abort", abort, { once: true });
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
