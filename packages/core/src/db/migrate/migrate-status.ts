import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "../database.js";
import { applied, checkLedger } from "./ledger.js";
import type { Migration } from "./migration.js";
import { migrations } from "./migrations.generated.js";

export interface MigrationState {
  version: number;
  name: string;
  /** Absent: not applied yet. */
  appliedAt?: Date;
}

export interface MigrationStatus {
  /** The schema's version, 0 before the first migration. */
  current: number;
  /** The version this build works with. */
  latest: number;
  migrations: MigrationState[];
}

/** Which migrations are applied and which are missing. */
export async function migrateStatus(
  db: Database,
  known: readonly Migration[] = migrations,
): Promise<MigrationStatus> {
  const rows = await db.owner(applied);
  checkLedger(rows, known);
  return {
    current: rows.at(-1)?.version ?? 0,
    latest: known.length,
    migrations: known.map(({ version, name }) => {
      const row = rows.find((candidate) => candidate.version === version);
      return { version, name, ...(row && { appliedAt: row.applied_at }) };
    }),
  };
}

/** Refuse to serve a schema that is not the one this build was made for. */
export async function assertSchema(db: Database, known: readonly Migration[] = migrations): Promise<void> {
  const { current, latest } = await migrateStatus(db, known);
  if (current === latest) return;
  throw new PalimpsestError(
    "UNAVAILABLE",
    `The database's schema is at version ${current} and this palimpsest needs ${latest}. ` +
      "Run: palimpsest migrate up",
  );
}
