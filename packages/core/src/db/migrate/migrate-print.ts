import { createLedger, lockLedger, recordStatement } from "./ledger.sql.js";
import { type Migration, withoutTransaction } from "./migration.js";
import { migrations } from "./migrations.generated.js";

/**
 * What `migrateUp` does, as one script for those who apply it with their own tools: each step with its row in the
 * ledger, in a transaction of its own. A step that is there already collides on its row, and nothing of it is done.
 */
export function migratePrint(after = 0, known: readonly Migration[] = migrations): string {
  const steps = known.filter(({ version }) => version > after).map(stepOf);
  return [
    heading(after),
    ...(after === 0 ? [`begin;\n${createLedger.trim()}\ncommit;\n`] : []),
    ...steps,
  ].join("\n");
}

const heading = (after: number) =>
  [
    after === 0
      ? "-- The whole schema, for a database that has none of it."
      : `-- What comes after version ${after}, for a database that is at that version.`,
    "-- Run it as the login that owns the schema, and stop at the first error:",
    "--   psql -v ON_ERROR_STOP=1 -f this.sql",
    "",
  ].join("\n");

function stepOf(migration: Migration): string {
  const { version, name, sql } = migration;
  const record = recordStatement(migration);
  const body = withoutTransaction(migration)
    ? [sql.trimEnd(), record]
    : ["begin;", `${lockLedger};`, record, sql.trimEnd(), "commit;"];
  return `-- ${version}: ${name}\n${body.join("\n")}\n`;
}
