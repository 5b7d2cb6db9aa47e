import { AsyncLocalStorage } from "node:async_hooks";
import { type OperationName, PalimpsestError } from "@palimpsest/contract";
import { isTenantGone, notInTransaction } from "../db/index.js";
import { type Answer, type Call, dispatch } from "../dispatch.js";
import { authenticate, type Credential } from "../identity/index.js";
import type { Services } from "../services.js";
import { type HeldServices, heldServices, knownTenant } from "./held-services.js";

export interface OpenTransaction {
  /** Runs an operation as a part of the transaction. One that fails leaves nothing; the transaction goes on. */
  dispatch<N extends OperationName>(call: Omit<Call<N>, "credential">): Promise<Answer<N>>;
  /** Has the transaction rolled back: it is not known any more what it holds. */
  giveUp(reason: Error): void;
}

export interface InTransactionOptions {
  /** How long it may be open. Default 10 seconds, at most 15. */
  timeoutMs?: number;
}

const usualMs = 10_000;
/** The database ends a transaction in which nothing happens for so long. */
const longestMs = 15_000;

/** These end the tenant or look at many; inside a transaction of one principal they have no meaning. */
const alone: ReadonlySet<OperationName> = new Set(["deleteTenant", "selftestIsolation"]);

interface Open {
  services: Services;
  hasEnded: boolean;
}

/** The transaction in whose callback the running code is. */
const around = new AsyncLocalStorage<Open>();

/** The embedded engine has one session: a call past the transaction would wait for its end, and so for itself. */
export function assertOutside(services: Services): void {
  const open = around.getStore();
  if (open === undefined || open.hasEnded || open.services !== services) return;
  throw new PalimpsestError(
    "CONFLICT",
    "A transaction of this memory is open here, and they do not nest: use what your callback was given.",
  );
}

/**
 * Runs several operations of one principal in one transaction: all of what they write is committed when `work` has
 * resolved, and nothing if it throws, leaves an operation running or takes too long. `work` is run once.
 */
export async function inTransaction<T>(
  services: Services,
  credential: Credential,
  work: (tx: OpenTransaction) => Promise<T>,
  { timeoutMs = usualMs }: InTransactionOptions = {},
): Promise<T> {
  if (!(timeoutMs > 0 && timeoutMs <= longestMs))
    throw new TypeError(`timeoutMs must be above 0 and at most ${longestMs}`);
  assertOutside(services);
  const caller = await authenticate(services, credential);
  const known = await knownTenant(services, caller.tenantId);
  const who = { ...caller, rollingBack: known.rollingBack };
  let held: HeldServices | undefined;
  let failed: { error: unknown } | undefined;
  try {
    const result = await services.db.transaction(
      who,
      async (tx) => {
        held = heldServices(services, who, known, tx);
        try {
          return await runWork(services, held, { kind: "principal", principal: who }, work, timeoutMs);
        } catch (error) {
          failed = { error };
          throw error;
        }
      },
      { once: true },
    );
    held!.committed();
    return result;
  } catch (error) {
    const first = failed?.error ?? error;
    if (isTenantGone(first) || isTenantGone(causeOf(first))) services.tenants.forget(who.tenantId);
    throw first;
  } finally {
    await held?.audited();
  }
}

async function runWork<T>(
  services: Services,
  held: HeldServices,
  credential: Credential,
  work: (tx: OpenTransaction) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const open: Open = { services, hasEnded: false };
  let running = 0;
  let giveUp: (reason: Error) => void = () => undefined;
  let lost: Error | undefined;
  const given = new Promise<never>((_, reject) => {
    giveUp = (reason) => {
      lost ??= reason;
      reject(lost);
    };
  });
  given.catch(() => undefined);
  const timer = setTimeout(() => giveUp(tookTooLong(timeoutMs)), timeoutMs);
  const tx: OpenTransaction = {
    giveUp,
    dispatch: async (call) => {
      if (lost) throw lost;
      if (open.hasEnded) throw hasEnded();
      if (alone.has(call.operation)) throw notInTransaction();
      running += 1;
      try {
        return await dispatch(held.services, { ...call, credential });
      } finally {
        running -= 1;
      }
    },
  };
  try {
    const result = await Promise.race([around.run(open, () => work(tx)), given]);
    if (running > 0) throw stillRunning(running);
    return result;
  } finally {
    open.hasEnded = true;
    clearTimeout(timer);
    await held.end(lost ?? hasEnded());
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

const hasEnded = () =>
  new PalimpsestError("CONFLICT", "This transaction has ended; call the memory itself, or begin another.");

const stillRunning = (count: number) =>
  new PalimpsestError(
    "CONFLICT",
    `The callback ended while ${count} of its operations ran, so all was rolled back. Await each of them.`,
  );

const tookTooLong = (ms: number) =>
  new PalimpsestError(
    "UNAVAILABLE",
    `The transaction was open for ${ms} ms, so it was rolled back. Do less in it, and nothing that waits for others.`,
    { retryAfter: 1 },
  );
