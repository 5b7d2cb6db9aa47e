import type { Database } from "../../db/index.js";
import { tidyTables } from "./tidy.sql.js";

/** Tidies from time to time, in the process that runs the engine and in no other. */
export async function keepTidy(
  db: Database,
  everyMs: number,
  loop: { pause: (ms: number) => Promise<void>; stopped: () => boolean; onError: (error: unknown) => void },
): Promise<void> {
  while (!loop.stopped()) {
    await loop.pause(everyMs);
    if (loop.stopped() || db.status().role !== "owner") continue;
    try {
      await tidyTables(db);
    } catch (error) {
      loop.onError(error);
    }
  }
}
