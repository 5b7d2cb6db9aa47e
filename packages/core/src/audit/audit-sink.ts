import { PalimpsestError } from "@palimpsest/contract";
import { type Database, isTenantGone } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { AuditEntry, AuditSink } from "../services.js";
import { insertAudit } from "./audit.sql.js";
import { sealer } from "./chain/sealer.js";
import { sampler } from "./sampler.js";

const batchSize = 200;
/** Entries are written at most this long after the call: well within the second that the documentation promises. */
const waitMs = 250;
const retryMs = 2_500;
/** While the database is unavailable this many entries are held; further ones are lost, and their number is reported. */
const maxHeld = 20_000;

interface Held {
  entry: AuditEntry;
  /** Told whether the entry is stored, if somebody waits for it. */
  settled?: (error?: unknown) => void;
}

/** Collects entries and writes them in batches per tenant, outside the transactions of the calls; seals all entries. */
export function auditSink(db: Database, onError: (error: unknown) => void = () => undefined): AuditSink {
  const seals = sealer(db, onError);
  const waiting = new Map<string, { who: Principal; held: Held[] }>();
  let size = 0;
  let lost = 0;
  let failing = false;
  let urgent = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    urgent = false;
    for (const [tenantId, { who, held }] of [...waiting]) {
      while (held.length > 0) {
        const batch = held.slice(0, batchSize);
        const entries = batch.map(({ entry }) => entry);
        await db
          .transaction(who, async (tx) => insertAudit(tx, tenantId, entries))
          .catch((error: unknown) => {
            // The log of a tenant is deleted with it, and so is what was still to be written there.
            if (!isTenantGone(error)) throw error;
          });
        held.splice(0, batch.length);
        size -= batch.length;
        for (const { settled } of batch) settled?.();
        seals.soon(tenantId);
      }
      waiting.delete(tenantId);
    }
  };
  /** Whoever waits is told; the entries stay, to be written later. */
  const tellAll = (error: unknown) => {
    for (const { held } of waiting.values()) {
      for (const one of held) {
        one.settled?.(error);
        one.settled = undefined;
      }
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
          tellAll(error);
          onError(error);
        },
      )
      .finally(() => {
        writing = undefined;
        if (urgent) void write();
        else if (size > 0) later();
      });
    return writing;
  };
  const later = () => {
    timer ??= setTimeout(write, failing ? retryMs : waitMs).unref();
  };
  /** False if there is no room. */
  const hold = (who: Principal, held: Held): boolean => {
    if (size >= maxHeld) {
      lost += 1;
      return false;
    }
    const batch = waiting.get(who.tenantId) ?? { who, held: [] };
    waiting.set(who.tenantId, batch);
    batch.held.push(held);
    size += 1;
    return true;
  };
  const add: AuditSink["add"] = (who, entry) => {
    if (!hold(who, { entry: { ...entry, at: performance.now() } })) return;
    if (waiting.get(who.tenantId)!.held.length >= batchSize && !failing) void write();
    else later();
  };
  const samples = sampler(add);

  return {
    add,
    sample: samples.count,
    sealSoon: seals.soon,
    unsealable: () => [...seals.failing],
    async store(who, entry) {
      await new Promise<void>((resolve, reject) => {
        const settled = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        if (!hold(who, { entry: { ...entry, at: performance.now() }, settled })) {
          reject(new PalimpsestError("UNAVAILABLE", "The audit log cannot be written; try again later."));
          return;
        }
        urgent = true;
        void write();
      });
    },
    async flush() {
      samples.report();
      await writing;
      await write();
      if (size > 0) onError(new Error(`${size} audit entries could not be written`));
      await seals.now();
    },
  };
}
