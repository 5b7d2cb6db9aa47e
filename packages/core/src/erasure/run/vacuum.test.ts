import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogin, openDatabase } from "../../db/index.js";
import type { TestDatabase } from "../../db/testing/index.js";
import { postgres } from "../../db/testing/postgres.js";
import { vacuumTables } from "./vacuum.sql.js";

describe("an erasure on a Postgres server", () => {
  const login = `palimpsest_vacuum_test_${randomBytes(4).toString("hex")}`;
  let test: TestDatabase;
  beforeAll(async () => {
    test = await postgres.open();
  });
  afterAll(async () => {
    await test.ownerQuery(`drop role if exists ${login}`);
    await test.close();
  });

  const vacuumsAs = async (runsJobs: boolean) => {
    const db = await openDatabase({
      url: await createLogin(test.db, login, test.options.ownerUrl!, { runsJobs }),
    });
    try {
      return await vacuumTables(db);
    } finally {
      await db.close();
    }
  };

  it("vacuums with a login that runs jobs, where the server can let it, and with no other", async () => {
    const [server] = await test.ownerQuery<{ can: boolean }>(
      `select current_setting('server_version_num')::integer >= 170000 as can`,
    );
    expect(await vacuumsAs(true)).toBe(server!.can);
    expect(await vacuumsAs(false)).toBe(false);
    const [{ n } = { n: 0 }] = await test.ownerQuery<{ n: number }>(
      `select count(*)::integer as n from pg_stat_user_tables where schemaname = 'palimpsest' and vacuum_count > 0`,
    );
    if (server!.can) expect(n).toBeGreaterThan(50);
  });
});
