import { insertAudit } from "../audit/index.js";
import type { Tx } from "../db/index.js";
import type { CallRecord } from "./call-record.js";

interface Recording {
  record: CallRecord;
  tenantId: string;
  /** Writes no entry for a write that touched nothing. */
  onlyIfTouched?: boolean;
}

/**
 * Runs a write and stores its audit entry in the same transaction. The ids that it touched are forgotten if it is
 * rolled back or run again, and when it is committed.
 */
export async function recordedWrite<T>(
  { record, tenantId, onlyIfTouched = false }: Recording,
  transaction: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const forget = record.savepoint();
  try {
    const result = await transaction(async (tx) => {
      forget();
      const made = await work(tx);
      if (record.hasTouched || !onlyIfTouched) insertAudit(tx, tenantId, [record.entry("allowed")]);
      return made;
    });
    record.clear();
    return result;
  } catch (error) {
    forget();
    throw error;
  }
}
