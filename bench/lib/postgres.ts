import pg from "pg";

export interface ScratchDatabase {
  readonly name: string;
  readonly url: string;
  /** Removes the database, and a login that was made for it. */
  drop(login?: string): Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** The server that `DATABASE_URL` names, or one with production durability started for this run. */
export const findServer = async (): Promise<Server> => {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, version: "", stop: async () => undefined };
  const script = new URL("../../../scripts/provision-postgres.mjs", import.meta.url);
  const { provisionPostgres } = (await import(script.href)) as {
    provisionPostgres(options: { profile: string }): Promise<Server>;
  };
  return provisionPostgres({ profile: "durable" });
};

/** A database of its own on that server, gone when the run ends. */
export const createScratch = async (server: Server): Promise<ScratchDatabase> => {
  const name = `palimpsest_bench_${process.pid}_${Date.now().toString(36)}`;
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await onServer(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async (login) => {
      await onServer(`drop database if exists ${name} with (force)`);
      if (login) await onServer(`drop role if exists ${login}`);
    },
  };
};
