import type { Database, Tx } from "../database.js";
import { type AppliedMigration, applied, checkLedger } from "./ledger.js";
import { createLedger, ledgerExists, lockLedger, recordMigration } from "./ledger.sql.js";
import { type Migration, statementsOf, withoutTransaction } from "./migration.js";
import { migrations } from "./migrations.generated.js";
import { checkServer, explain } from "./requirements/requirements.js";

/** Bring the schema up to date; gives the versions applied now. Two at once: one waits for the other. */
export async function migrateUp(db: Database, known: readonly Migration[] = migrations): Promise<number[]> {
  try {
    const upToDate = await db.owner((tx) => prepare(tx, known));
    if (upToDate) return [];
    const done: number[] = [];
    for (const migration of known) {
      const fresh = withoutTransaction(migration)
        ? await applyStatements(db, migration, known)
        : await db.owner((tx) => applyWhole(tx, migration, known));
      if (fresh) done.push(migration.version);
    }
    return done;
  } catch (error) {
    throw explain(error);
  }
}

/** Makes sure that there is a ledger, and tells whether it holds everything already. */
async function prepare(tx: Tx, known: readonly Migration[]): Promise<boolean> {
  await checkServer(tx);
  await tx.query(lockLedger);
  const rows = await checked(tx, known);
  if (rows.length === 0) {
    const [ledger] = await tx.query<{ found: boolean }>(ledgerExists);
    if (!ledger?.found) await tx.query(createLedger);
  }
  return rows.length === known.length;
}

/** Under the lock, with the version recorded first: a second migrator finds it done, or collides on it. */
async function applyWhole(tx: Tx, migration: Migration, known: readonly Migration[]): Promise<boolean> {
  await tx.query(lockLedger);
  if (has(await checked(tx, known), migration)) return false;
  await tx.query(recordMigration, [migration.version, migration.name, migration.checksum]);
  await tx.query(migration.sql);
  return true;
}

async function applyStatements(
  db: Database,
  migration: Migration,
  known: readonly Migration[],
): Promise<boolean> {
  if (has(await db.owner((tx) => checked(tx, known)), migration)) return false;
  await db.ownerStatements(async (tx) => {
    for (const statement of statementsOf(migration)) await tx.query(statement);
  });
  return db.owner(async (tx) => {
    await tx.query(lockLedger);
    if (has(await applied(tx), migration)) return false;
    await tx.query(recordMigration, [migration.version, migration.name, migration.checksum]);
    return true;
  });
}

async function checked(tx: Tx, known: readonly Migration[]): Promise<AppliedMigration[]> {
  const rows = await applied(tx);
  checkLedger(rows, known);
  return rows;
}

function has(rows: readonly AppliedMigration[], migration: Migration): boolean {
  return rows.some((row) => row.version === migration.version);
}
