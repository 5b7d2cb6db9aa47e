import { assertServingRole, type Database, migrateStatus } from "@palimpsest/core";
import { examine, type Finding, ill, well } from "./finding.js";

const oldestPostgres = 15;
const oldestVector = [0, 8] as const;
const mostSkewMs = 2_000;

export const databaseChecks: ((db: Database) => Promise<Finding>)[] = [
  (db) =>
    examine("engine", "Start the database, and check DATABASE_URL.", async () => {
      const [row] = await db.ownerStatements((tx) =>
        tx.query<{ version: string; vector: string | null }>(
          `select current_setting('server_version') as version,
             (select extversion from pg_catalog.pg_extension where extname = 'vector') as vector`,
        ),
      );
      const { version = "?", vector } = row ?? {};
      const says = `${db.engine}: PostgreSQL ${version}, pgvector ${vector ?? "missing"}`;
      if (Number.parseInt(version, 10) < oldestPostgres)
        return ill("engine", says, `Upgrade to PostgreSQL ${oldestPostgres} or later.`);
      if (!vector || !recent(vector))
        return ill("engine", says, "Install pgvector 0.8 or later: create extension vector.");
      return well("engine", says);
    }),

  (db) =>
    examine("schema", "Use the palimpsest that made this schema, or a newer one.", async () => {
      const { current, latest } = await migrateStatus(db);
      if (current === latest) return well("schema", `version ${current}`);
      return ill(
        "schema",
        `version ${current}, and this palimpsest needs ${latest}`,
        "Run: palimpsest migrate up",
      );
    }),

  (db) =>
    examine("roles", "Make a login for serving with: palimpsest migrate login NAME", async () => {
      await assertServingRole(db);
      return well("roles", "work runs as palimpsest_app, which row level security binds");
    }),

  (db) =>
    examine("row level security", "Run: palimpsest migrate up", async () => {
      const tables = await db.ownerStatements((tx) =>
        tx.query<{ name: string; forced: boolean }>(
          `select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as forced
           from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'palimpsest' and c.relkind in ('r', 'p') order by 1`,
        ),
      );
      const open = tables.filter(({ forced }) => !forced).map(({ name }) => name);
      if (tables.length === 0)
        return ill("row level security", "there are no tables yet", "Run: palimpsest migrate up");
      if (open.length === 0) return well("row level security", `forced on all ${tables.length} tables`);
      return ill(
        "row level security",
        `not forced on ${open.join(", ")}`,
        `As the owner: ${open.map((name) => `alter table palimpsest.${name} force row level security;`).join(" ")}`,
      );
    }),

  (db) =>
    examine("clock", "Check the database, then the clocks of both machines.", async () => {
      const before = Date.now();
      const [row] = await db.ownerStatements((tx) =>
        tx.query<{ ms: string }>("select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms"),
      );
      const skew = Math.max(
        0,
        Math.abs(Number(row?.ms) - (before + Date.now()) / 2) - (Date.now() - before) / 2,
      );
      const says = `the database's differs from this machine's by ${(skew / 1_000).toFixed(1)} s`;
      return skew <= mostSkewMs
        ? well("clock", says)
        : ill("clock", says, "Synchronise both machines' clocks (NTP).");
    }),
];

function recent(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestVector[0] || (major === oldestVector[0] && minor >= oldestVector[1]);
}
