import type { Contract, InputOf, OutputOf } from "@palimpsest/contract";
import type { OperationContext } from "./services.js";

/** One function per operation: a missing one is a compile error. */
export type Handlers<C extends Contract> = {
  [N in keyof C]: (context: OperationContext, input: InputOf<C[N]>) => Promise<OutputOf<C[N]>>;
};
