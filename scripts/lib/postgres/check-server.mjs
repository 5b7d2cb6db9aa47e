import { isRecentPgvector, minimumPgvector, minimumPostgres } from "./requirements.mjs";

/** Returns the versions of a server; throws if it does not answer or does not suit the tests. */
export async function checkServer(url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as major,
              current_setting('server_version') as version,
              (select default_version from pg_available_extensions where name = 'vector') as vector,
              (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    );
    const [server] = rows;
    if (server.major < minimumPostgres)
      throw new Error(`PostgreSQL ${server.version} is older than ${minimumPostgres}`);
    if (!isRecentPgvector(server.vector)) {
      throw new Error(
        `pgvector is ${server.vector ?? "not installed"} on that server; ${minimumPgvector} or later is needed`,
      );
    }
    if (!server.superuser)
      throw new Error("The tests create databases and roles, so they need the URL of a superuser");
    return { version: server.version, vector: server.vector };
  } finally {
    await client.end();
  }
}
