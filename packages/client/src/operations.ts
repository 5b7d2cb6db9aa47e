import type { OperationName, OutputOf, PalimpsestContract, RawInputOf } from "@palimpsest/contract";

/** What one call may say beside its input. */
export interface CallOptions {
  /** For writes. Made up if absent, so that a retry never writes twice. Not for `createKey`, whose answer is not kept. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** For each attempt; the client's own timeout if absent. */
  timeoutMs?: number;
  /** W3C trace context, passed on as it is. */
  traceparent?: string;
}

type Input<N extends OperationName> = RawInputOf<PalimpsestContract[N]>;
export type Output<N extends OperationName> = OutputOf<PalimpsestContract[N]>;

/** An operation that needs no input may be called without any. */
type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

/** Every operation of the contract, as a method. */
export type Operations = {
  [N in OperationName]: (...args: Arguments<Input<N>>) => Promise<Output<N>>;
};
