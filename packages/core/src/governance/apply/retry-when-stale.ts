import { PalimpsestError } from "@palimpsest/contract";
import { sqlState } from "../../db/index.js";

const tries = 5;

/** What an edit was planned on has changed; plan it again. */
export class Stale extends Error {
  constructor() {
    super("the memory was edited while this edit was prepared");
  }
}

const isStale = (error: unknown) => error instanceof Stale || sqlState(error) === "PA003";

/** Plans and applies anew when another edit of the same memory came in between. */
export async function retryWhenStale<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isStale(error)) throw error;
      if (n === tries) {
        throw new PalimpsestError("UNAVAILABLE", "Others were editing the same memories; try again.", {
          cause: error,
          retryAfter: 1,
        });
      }
    }
  }
}
