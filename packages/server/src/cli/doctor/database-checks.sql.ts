import type { Database } from "@palimpsest/core";

/** Throws if the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.ownerStatements((tx) => tx.query("select 1"));
}

/** The versions of the server and of pgvector, which is null if the extension is missing. */
export async function readVersions(db: Database): Promise<{ version: string; vector: string | null }> {
  const [row] = await db.ownerStatements((tx) =>
    tx.query<{ version: string; vector: string | null }>(
      `select current_setting('server_version') as version,
         (select extversion from pg_catalog.pg_extension where extname = 'vector') as vector`,
    ),
  );
  return row!;
}

/** Every table of the schema, and whether row level security also binds its owner. */
export function readRowSecurity(db: Database): Promise<{ name: string; forced: boolean }[]> {
  return db.ownerStatements((tx) =>
    tx.query<{ name: string; forced: boolean }>(
      `select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as forced
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'palimpsest' and c.relkind in ('r', 'p') order by 1`,
    ),
  );
}

/** What an owner runs so that row level security binds the owner of these tables as well. */
export const forceRowSecurity = (tables: readonly string[]): string =>
  tables.map((name) => `alter table palimpsest.${name} force row level security;`).join(" ");

/** The database's clock, in milliseconds since 1970. */
export async function readClock(db: Database): Promise<number> {
  const [row] = await db.ownerStatements((tx) =>
    tx.query<{ ms: string }>("select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms"),
  );
  return Number(row!.ms);
}
