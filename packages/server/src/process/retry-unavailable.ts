import { setTimeout as wait } from "node:timers/promises";
import { PalimpsestError } from "@palimpsest/contract";

/** Tries again what may succeed a moment later, as a database that is just changing hands; all else fails at once. */
export async function retryUnavailable<T>(work: () => Promise<T>, retries = 5): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const passing =
      error instanceof PalimpsestError && error.code === "UNAVAILABLE" && error.retryAfter !== undefined;
    if (!passing || retries <= 0) throw error;
    await wait((error.retryAfter ?? 1) * 500);
    return retryUnavailable(work, retries - 1);
  }
}
