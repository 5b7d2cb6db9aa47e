import { PalimpsestError } from "@palimpsest/contract";
import { retry } from "../../async/index.js";
import { sqlState } from "../../db/index.js";

const attempts = 5;

/** A memory changed after the edit was planned; plan again. */
export class Stale extends Error {
  constructor() {
    super("the memory was edited while this edit was prepared");
  }
}

export const isStale = (error: unknown) => error instanceof Stale || sqlState(error) === "PA003";

/** Plans and applies again when another edit of the same memory came in between. */
export async function retryWhenStale<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await retry(attempt, { attempts, delayMs: (error) => (isStale(error) ? 0 : undefined) });
  } catch (error) {
    if (!isStale(error)) throw error;
    throw new PalimpsestError("UNAVAILABLE", "Others were editing the same memories; try again.", {
      cause: error,
      retryAfter: 1,
    });
  }
}
