import { randomBytes } from "node:crypto";
import { engines } from "../../packages/core/src/db/testing/index.js";

/** An empty database on the test server, for a page that sets up its own. */
export async function openPostgresPage() {
  const postgres = engines.find(({ name }) => name === "postgres")!;
  const database = await postgres.open({ migrations: [] });
  const login = `memory_web_${randomBytes(4).toString("hex")}`;
  const substitutions: [shown: string, real: string][] = [
    ["postgres://owner:secret@db.example.com:5432/memory", database.options.ownerUrl ?? ""],
    ["memory_web", login],
  ];
  return {
    substitutions,
    /** Drops the login too: it belongs to the whole server and would outlive the database. */
    async close() {
      const [created] = await database.ownerQuery("select 1 from pg_roles where rolname = $1", [login]);
      if (created) await database.ownerQuery(`drop owned by ${login}; drop role ${login}`);
      await database.close();
    },
  };
}
