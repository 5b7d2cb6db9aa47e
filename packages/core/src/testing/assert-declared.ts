import { contract, errorsOf, type OperationName, PalimpsestError } from "@palimpsest/contract";

/** Passes an operation's error on, unless the contract does not say that the operation can raise it. */
export function assertDeclared(operation: OperationName, error: unknown): never {
  if (error instanceof PalimpsestError && !errorsOf(contract[operation]).includes(error.code)) {
    throw new Error(`${operation} raised ${error.code}, which its contract does not list.`, { cause: error });
  }
  throw error;
}
