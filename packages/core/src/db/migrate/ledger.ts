import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../database.js";
import { ledgerExists, readLedger } from "./ledger.sql.js";
import type { Migration } from "./migration.js";

export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
  applied_at: Date;
}

/** What has been applied, oldest first; empty on a database that was never migrated. */
export async function applied(tx: Tx): Promise<AppliedMigration[]> {
  const [ledger] = await tx.query<{ found: boolean }>(ledgerExists);
  return ledger?.found ? tx.query<AppliedMigration>(readLedger) : [];
}

/** Refuse a schema that is older than the first release, newer than this build, or made from other files. */
export function checkLedger(rows: readonly AppliedMigration[], known: readonly Migration[]): void {
  const [first] = rows;
  // The first migration is frozen from the first release on, so another one is older than that.
  if (first !== undefined && first.checksum !== known[0]?.checksum) {
    throw new PalimpsestError(
      "UNAVAILABLE",
      "This data was made by a development version from before the first release of palimpsest, and its schema " +
        "cannot be upgraded. Start with a new data directory or an empty database.",
    );
  }
  const newest = rows.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new PalimpsestError(
      "UNAVAILABLE",
      `The database's schema is at version ${newest} and this palimpsest knows ${known.length}. ` +
        "Upgrade palimpsest, or restore the database from before its upgrade.",
    );
  }
  for (const row of rows) {
    const migration = known[row.version - 1];
    if (migration?.checksum === row.checksum) continue;
    throw new PalimpsestError(
      "UNAVAILABLE",
      `Migration ${row.version} (${row.name}) was applied in another form than this palimpsest carries. ` +
        "Use the build that made this database.",
    );
  }
}
