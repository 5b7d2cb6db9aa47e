import type { OperationName } from "@palimpsest/contract";
import { contract, PalimpsestError, takesIdempotencyKey } from "@palimpsest/contract";
import type { Memory } from "@palimpsest/core";
import { type CallOperation, patienceFor, randomKey } from "../client.js";
import { PalimpsestClientError } from "../client-error.js";
import type { CallOptions } from "../operations.js";

/** Who calls, as a server without auth is told by headers. */
export interface Identity {
  tenantId?: string;
  userId?: string;
  agentId?: string;
}

/** Calls the memory of this process as a server would call its own, with the same errors. */
export const callInProcess =
  (memory: Memory, identity: Identity, timeoutMs: number): CallOperation =>
  async (operation, input, call) => {
    call.signal?.throwIfAborted();
    const requestId = `req_${randomKey()}`;
    const work = memory
      .dispatch({
        operation,
        // As it would arrive over HTTP: without what is undefined.
        input: JSON.parse(JSON.stringify(input)) as unknown,
        credential: { kind: "local", ...identity },
        surface: "sdk",
        requestId,
        idempotencyKey: keyOf(operation, call),
      })
      .then(({ output }) => output as unknown);
    try {
      return await within(work, call.timeoutMs ?? patienceFor(contract[operation], timeoutMs), call.signal);
    } catch (error) {
      throw error instanceof PalimpsestError ? clientError(error, requestId) : error;
    }
  };

function keyOf(operation: OperationName, { idempotencyKey }: CallOptions): string | undefined {
  return takesIdempotencyKey(contract[operation]) ? idempotencyKey : undefined;
}

const clientError = (error: PalimpsestError, requestId: string): PalimpsestClientError => {
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
