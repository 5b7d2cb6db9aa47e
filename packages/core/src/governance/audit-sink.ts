import type { Database } from "../db/database.js";
import type { Principal } from "../identity/index.js";
import type { AuditEntry, AuditSink } from "../services.js";
import { insertAudit } from "./audit.sql.js";

const batchSize = 200;
const waitMs = 250;
/** Past this many waiting entries the oldest tenant's batch is written before more are taken. */
const most = 20_000;

/** Gathers entries of reads and denials and writes them per tenant, off the hot path. */
export function auditSink(db: Database, onError: (error: unknown) => void = () => undefined): AuditSink {
  const waiting = new Map<string, { who: Principal; entries: AuditEntry[] }>();
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [tenantId, { who, entries }] of [...waiting]) {
      waiting.delete(tenantId);
      for (let at = 0; at < entries.length; at += batchSize) {
        const batch = entries.slice(at, at + batchSize);
        try {
          await db.transaction(who, (tx) => insertAudit(tx, who, batch));
          size -= batch.length;
        } catch (error) {
          onError(error);
          keep(who, entries.slice(at));
          return;
        }
      }
    }
  };
  /** What could not be written waits for the next round, in front of what came since. */
  const keep = (who: Principal, entries: AuditEntry[]) => {
    const later = waiting.get(who.tenantId)?.entries ?? [];
    waiting.set(who.tenantId, { who, entries: [...entries, ...later].slice(0, most) });
    timer ??= setTimeout(schedule, waitMs * 10).unref();
  };
  const schedule = () => {
    writing = writing.then(writeAll);
  };

  return {
    add(who, entry) {
      const batch = waiting.get(who.tenantId) ?? { who, entries: [] };
      waiting.set(who.tenantId, batch);
      batch.entries.push(entry);
      size += 1;
      if (batch.entries.length >= batchSize || size >= most) schedule();
      else timer ??= setTimeout(schedule, waitMs).unref();
    },
    async flush() {
      schedule();
      await writing;
    },
  };
}
