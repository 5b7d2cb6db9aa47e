import { randomBytes } from "node:crypto";
import pg from "pg";
import { openDatabase } from "../connect.js";
import { migrateUp } from "../migrate/migrate-up.js";
import type { Migration } from "../migrate/migration.js";
import { migrations as ours } from "../migrate/migrations.generated.js";
import { fingerprint } from "./fingerprint.js";
import { testDatabase, testDefaults } from "./test-database.js";
import type { TestEngine } from "./test-engine.js";

const ownerLogin = "palimpsest_test_owner";
const servingLogin = "palimpsest_test_serving";
const password = "palimpsest_test";

/**
 * A migrated database for each test, copied by the server from a template made once per schema. As on a
 * managed server, the owner is no superuser and a superuser has put the vector extension there.
 */
export const postgres: TestEngine = {
  name: "postgres",
  async open({ migrations = ours, ...options } = {}) {
    const server = serverUrl();
    const name = `palimpsest_test_${randomBytes(8).toString("hex")}`;
    await asSuperuser(server, async (client) => {
      const template = await templateDatabase(client, server, migrations);
      await client.query(
        `create database ${name} template ${template} owner ${ownerLogin} strategy file_copy`,
      );
    });
    const superuser = new pg.Pool({ connectionString: at(server, name), max: 1 });
    superuser.on("error", () => undefined);
    return testDatabase(
      {
        ...testDefaults,
        ...options,
        url: at(server, name, servingLogin),
        ownerUrl: at(server, name, ownerLogin),
      },
      {
        query: async (text, values) => (await superuser.query(text, values)).rows,
        async discard() {
          await superuser.end();
          await asSuperuser(server, (client) => client.query(`drop database ${name} with (force)`));
        },
      },
    );
  },
};

function serverUrl(): string {
  const url = process.env.PALIMPSEST_TEST_PG_URL;
  if (url) return url;
  throw new Error(
    "PALIMPSEST_TEST_PG_URL is not set. Run `npm test`, which starts a server, or set it to what " +
      "`node scripts/provision-postgres.mjs --keep` prints.",
  );
}

function at(server: string, database: string, login?: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  if (login !== undefined) {
    url.username = login;
    url.password = password;
  }
  return url.toString();
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Made under a lock; marked as a template only when complete, so a half-made one is made again. */
async function templateDatabase(
  client: pg.Client,
  server: string,
  migrations: readonly Migration[],
): Promise<string> {
  const name = `palimpsest_template_owned_${fingerprint(migrations)}`;
  await client.query("select pg_advisory_lock(hashtext('palimpsest test template'))");
  const found = await client.query("select 1 from pg_database where datname = $1 and datistemplate", [name]);
  if (found.rowCount === 0) {
    await ensureLogins(client);
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template template0 encoding 'UTF8' owner ${ownerLogin}`);
    await asSuperuser(at(server, name), (inside) => inside.query("create extension vector"));
    await migrate(at(server, name, ownerLogin), migrations);
    await client.query(`alter database ${name} is_template true`);
  }
  await client.query("select pg_advisory_unlock(hashtext('palimpsest test template'))");
  return name;
}

async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = await openDatabase({ url });
  await migrateUp(db, migrations).finally(() => db.close());
}

/** Roles belong to the whole server and may be there from an earlier run. */
async function ensureLogins(client: pg.Client): Promise<void> {
  const wanted: [string, string][] = [
    ["palimpsest_app", "nologin"],
    ["palimpsest_worker", "nologin"],
    ["palimpsest_definer", "nologin"],
    [ownerLogin, `login createrole password '${password}'`],
    [servingLogin, `login password '${password}'`],
  ];
  for (const [role, attributes] of wanted) {
    const found = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    if (found.rowCount === 0) await client.query(`create role ${role} ${attributes}`);
  }
  await client.query(
    `grant palimpsest_app, palimpsest_worker, palimpsest_definer to ${ownerLogin} with admin option`,
  );
  await client.query(`grant palimpsest_app, palimpsest_worker to ${servingLogin}`);
}
