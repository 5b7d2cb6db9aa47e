import type { Migration } from "./migration.js";

/** Taken inside each migrating transaction; ends with it, so it also holds behind a pooler. */
export const lockLedger = "select pg_advisory_xact_lock(7067708361)";

/**
 * The list of migrations applied. Anyone who may read the schema may read it; that only the owner writes
 * is a matter of grants, and the insert policy is there because row security is forced on the owner too.
 */
export const createLedger = `
create schema if not exists palimpsest;
create table if not exists palimpsest.schema_migration (
  version int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
alter table palimpsest.schema_migration enable row level security;
alter table palimpsest.schema_migration force row level security;
create policy schema_migration_read on palimpsest.schema_migration for select using (true);
create policy schema_migration_insert on palimpsest.schema_migration for insert with check (true);
`;

export const ledgerExists = "select to_regclass('palimpsest.schema_migration') is not null as found";

export const readLedger =
  "select version, name, checksum, applied_at from palimpsest.schema_migration order by version";

export const recordMigration =
  "insert into palimpsest.schema_migration (version, name, checksum) values ($1, $2, $3)";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The same for a script, which has no parameters. */
export const recordStatement = ({ version, name, checksum }: Migration): string =>
  `insert into palimpsest.schema_migration (version, name, checksum) values (${version}, ${literal(name)}, ${literal(checksum)});`;
