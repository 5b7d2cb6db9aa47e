import { randomBytes } from "node:crypto";
import pg from "pg";
import { openDatabase } from "../connect.js";
import { migrateUp } from "../migrate/migrate-up.js";
import type { Migration } from "../migrate/migration.js";
import { migrations as ours } from "../migrate/migrations.generated.js";
import { fingerprint } from "./fingerprint.js";
import { testDatabase } from "./test-database.js";
import type { TestEngine } from "./test-engine.js";

const servingLogin = "palimpsest_test_serving";
const password = "palimpsest_test";

/** A migrated database for each test, copied by the server from a template made once per schema. */
export const postgres: TestEngine = {
  name: "postgres",
  async open({ migrations = ours, ...options } = {}) {
    const server = serverUrl();
    const name = `palimpsest_test_${randomBytes(8).toString("hex")}`;
    await asSuperuser(server, async (client) => {
      const template = await templateDatabase(client, server, migrations);
      await client.query(`create database ${name} template ${template}`);
    });
    const url = at(server, name, servingLogin);
    const discard = () => asSuperuser(server, (client) => client.query(`drop database ${name} with (force)`));
    return testDatabase({ applicationName: "test", ...options, url, ownerUrl: at(server, name) }, discard);
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

async function asSuperuser<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
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
  const name = `palimpsest_template_${fingerprint(migrations)}`;
  await client.query("select pg_advisory_lock(hashtext('palimpsest test template'))");
  const found = await client.query("select 1 from pg_database where datname = $1 and datistemplate", [name]);
  if (found.rowCount === 0) {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    await migrate(at(server, name), migrations);
    await ensureServingLogin(client);
    await client.query(`alter database ${name} is_template true`);
  }
  await client.query("select pg_advisory_unlock(hashtext('palimpsest test template'))");
  return name;
}

async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = await openDatabase({ url });
  await migrateUp(db, migrations).finally(() => db.close());
}

async function ensureServingLogin(client: pg.Client): Promise<void> {
  const found = await client.query("select 1 from pg_roles where rolname = $1", [servingLogin]);
  if (found.rowCount === 0) await client.query(`create role ${servingLogin} login password '${password}'`);
  await client.query(`grant palimpsest_app to ${servingLogin}`);
}
