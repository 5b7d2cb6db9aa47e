import type { Database } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { AuditEntry, AuditSink } from "../services.js";
import { insertAudit } from "./audit.sql.js";

const batchSize = 200;
const waitMs = 250;
const retryMs = 2_500;
/** While the database is unavailable this many entries are held; further ones are lost, and their number is reported. */
const maxHeld = 20_000;

/** Collects entries of reads and denials and writes them in batches per tenant, outside the request. */
export function auditSink(db: Database, onError: (error: unknown) => void = () => undefined): AuditSink {
  const waiting = new Map<string, { who: Principal; entries: AuditEntry[] }>();
  let size = 0;
  let lost = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    for (const [tenantId, { who, entries }] of [...waiting]) {
      while (entries.length > 0) {
        const batch = entries.slice(0, batchSize);
        await db.transaction(who, (tx) => insertAudit(tx, tenantId, batch));
        entries.splice(0, batch.length);
        size -= batch.length;
      }
      waiting.delete(tenantId);
    }
  };
  /** One write at a time. Entries that could not be written are retried later. */
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll()
      .then(
        () => {
          failing = false;
          if (lost > 0) onError(new Error(`${lost} audit entries were lost while the database was away`));
          lost = 0;
        },
        (error: unknown) => {
          failing = true;
          onError(error);
        },
      )
      .finally(() => {
        writing = undefined;
        if (size > 0) later();
      });
    return writing;
  };
  const later = () => {
    timer ??= setTimeout(write, failing ? retryMs : waitMs).unref();
  };

  return {
    add(who, entry) {
      if (size >= maxHeld) {
        lost += 1;
        return;
      }
      const batch = waiting.get(who.tenantId) ?? { who, entries: [] };
      waiting.set(who.tenantId, batch);
      batch.entries.push({ ...entry, at: Date.now() });
      size += 1;
      if (batch.entries.length >= batchSize && !failing) void write();
      else later();
    },
    async flush() {
      await writing;
      await write();
      if (size > 0) onError(new Error(`${size} audit entries could not be written`));
    },
  };
}
