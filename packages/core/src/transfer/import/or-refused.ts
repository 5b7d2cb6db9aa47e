import { PalimpsestError } from "@palimpsest/contract";

/** What the work gives, or the error that tells why one record cannot be taken. */
export function orRefused<T>(work: () => T): T | PalimpsestError {
  try {
    return work();
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
}
