import type { Principal } from "../identity/index.js";
import type { AuditEntry } from "../services.js";

const windowMs = 60_000;
/** Kinds of unreadable requests that are counted apart at one time; past it the counts are reported early. */
const maxKinds = 10_000;

export interface Sampler {
  /** The first of its kind in a minute is an entry at once; the others are one entry with their number. */
  count(who: Principal, entry: AuditEntry): void;
  /** Gives the entries of what was counted so far. */
  report(): void;
}

/**
 * Keeps requests that could not be read from flooding the audit log: they cost their sender nothing, and each entry is
 * kept for ever. One kind is a principal, an operation and an error.
 */
export function sampler(add: (who: Principal, entry: AuditEntry) => void): Sampler {
  const kinds = new Map<string, { who: Principal; last: AuditEntry; more: number }>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const { who, last, more } of kinds.values()) if (more > 0) add(who, { ...last, times: more });
    kinds.clear();
  };
  return {
    count(who, entry) {
      const kind = [who.tenantId, who.type, who.id, entry.operation, entry.code].join("\0");
      const counted = kinds.get(kind);
      if (counted !== undefined) {
        counted.more += 1;
        counted.last = entry;
        return;
      }
      if (kinds.size >= maxKinds) report();
      kinds.set(kind, { who, last: entry, more: 0 });
      add(who, entry);
      timer ??= setTimeout(report, windowMs).unref();
    },
    report,
  };
}
