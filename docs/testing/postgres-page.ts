import { randomBytes } from "node:crypto";
import { engines } from "../../packages/core/src/db/testing/index.js";

/** An empty database on the tests' server, for a page that sets one up. */
export async function openPostgresPage() {
  const postgres = engines.find(({ name }) => name === "postgres")!;
  const database = await postgres.open({ migrations: [] });
  const login = `memory_web_${randomBytes(4).toString("hex")}`;
  const here: [string, string][] = [
    ["postgres://owner:secret@db.example.com:5432/memory", database.options.ownerUrl ?? ""],
    ["memory_web", login],
  ];
  return {
    here,
    /** Logins belong to the whole server and outlive the database. */
    async close() {
      const [made] = await database.ownerQuery("select 1 from pg_roles where rolname = $1", [login]);
      if (made) await database.ownerQuery(`drop owned by ${login}; drop role ${login}`);
      await database.close();
    },
  };
}
