import { insertAudit } from "../audit/index.js";
import type { Tx } from "../db/index.js";
import type { AuditSink } from "../services.js";
import type { CallRecord } from "./call-record.js";

interface Recording {
  record: CallRecord;
  tenantId: string;
  audit: AuditSink;
  /** Writes no entry for a write that touched nothing. */
  onlyIfTouched?: boolean;
}

/**
 * Runs a write and stores its audit entry in the same transaction. The ids that it touched are forgotten if it is
 * rolled back or run again, and when it is committed.
 */
export async function recordedWrite<T>(
  { record, tenantId, audit, onlyIfTouched = false }: Recording,
  transaction: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const forget = record.savepoint();
  let isRecorded = false;
  try {
    const result = await transaction(async (tx) => {
      forget();
      const made = await work(tx);
      isRecorded = record.hasTouched || !onlyIfTouched;
      if (isRecorded) insertAudit(tx, tenantId, [record.entry("allowed")]);
      return made;
    });
    if (isRecorded) audit.sealSoon(tenantId);
    record.clear();
    return result;
  } catch (error) {
    forget();
    throw error;
  }
}
