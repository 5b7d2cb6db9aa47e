import type { Database } from "../../db/index.js";
import { collectStatistics, tidyTables } from "./tidy.sql.js";

interface Loop {
  pause: (ms: number) => Promise<void>;
  stopped: () => boolean;
  onError: (error: unknown) => void;
}

/** Gives a store statistics from its first rows on, on either engine. */
export async function keepStatistics(db: Database, everyMs: number, loop: Loop): Promise<void> {
  while (!loop.stopped()) {
    try {
      await collectStatistics(db);
    } catch (error) {
      loop.onError(error);
    }
    await loop.pause(everyMs);
  }
}

/** Tidies from time to time, in the process that runs the engine and in no other. */
export async function keepTidy(db: Database, everyMs: number, loop: Loop): Promise<void> {
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
