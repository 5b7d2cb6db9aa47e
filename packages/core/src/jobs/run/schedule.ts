import type { Services } from "../../services.js";
import type { JobKind } from "../job.js";
import { scheduleForAll } from "../job.sql.js";

/** The database decides what is due, by its own clock; asking more often than needed does no harm. */
const askEveryMs = 15_000;

export async function keepSchedule(
  services: Services,
  kinds: readonly JobKind[],
  loop: {
    pause: (ms: number) => Promise<void>;
    stopped: () => boolean;
    onError: (error: unknown) => void;
  },
): Promise<void> {
  while (!loop.stopped()) {
    for (const kind of kinds) {
      try {
        if (kind.every !== undefined) await scheduleForAll(services.db, kind.kind, kind.every);
        await kind.settle?.(services);
      } catch (error) {
        loop.onError(error);
      }
    }
    await loop.pause(askEveryMs);
  }
}
