import { Counter, type Registry } from "prom-client";
import type { Log } from "./log.js";

/** A request that was turned away before it was known who calls. */
export interface Refusal {
  /** The address that it came from. */
  source: string;
  operation: string;
  code: string;
}

export interface Refusals {
  count(refusal: Refusal): void;
}

const windowMs = 60_000;
/** Sources and reasons that are told apart in one minute; further ones are counted together. */
const maxKinds = 1_000;

/**
 * Counts refused requests and logs them by source: the first of its kind in a minute at once, the others in one line
 * when the minute is over. They belong to no tenant's audit log, and none of them makes the database work.
 */
export function refusals(registry: Registry, log: Log): Refusals {
  const total = new Counter({
    name: "palimpsest_refused_requests_total",
    help: "Requests that were refused before their caller was known, by error",
    labelNames: ["code"],
    registers: [registry],
  });
  const kinds = new Map<string, Refusal & { more: number }>();
  const report = () => {
    for (const { more: times, ...refusal } of kinds.values()) {
      if (times > 0) log.warn({ ...refusal, times }, "more requests refused");
    }
    kinds.clear();
  };
  return {
    count(given) {
      total.inc({ code: given.code });
      const refusal = kinds.size < maxKinds ? given : { ...given, source: "others", operation: "any" };
      const kind = [refusal.source, refusal.operation, refusal.code].join("\0");
      const counted = kinds.get(kind);
      if (counted !== undefined) {
        counted.more += 1;
        return;
      }
      if (kinds.size === 0) setTimeout(report, windowMs).unref();
      kinds.set(kind, { ...refusal, more: 0 });
      log.warn({ ...refusal }, "request refused");
    },
  };
}
