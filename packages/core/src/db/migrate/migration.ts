/** A numbered step of the schema. Frozen once it has landed: the checksum is compared ever after. */
export interface Migration {
  version: number;
  name: string;
  checksum: string;
  sql: string;
}

const marker = /^-- no-transaction\s*$/m;

/** Marked for what Postgres refuses inside a transaction (an index built concurrently). */
export function withoutTransaction(migration: Migration): boolean {
  return marker.test(migration.sql);
}

/**
 * The statements of a migration without transaction. Each ends with a semicolon at the end of a line and
 * can be run twice (`if not exists`): what fails half-way is run again from its start.
 */
export function statementsOf(migration: Migration): string[] {
  return migration.sql
    .replace(marker, "")
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
