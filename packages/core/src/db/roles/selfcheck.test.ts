import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../connect.js";
import { engines, type TestDatabase } from "../testing/index.js";
import { postgres } from "../testing/postgres.js";
import { seamSchema } from "../testing/seam-schema.js";
import { createLogin } from "./login.js";
import { assertServingRole, assertWorkerRole } from "./selfcheck.js";
import { mayRunJobs } from "./selfcheck.sql.js";

describe.each(engines)("the serving role on $name", (engine) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await engine.open({ migrations: seamSchema });
  });
  afterAll(() => test.close());

  it("is accepted as the migrations make it", async () => {
    await expect(assertServingRole(test.db)).resolves.toBeUndefined();
  });

  it("is refused when it owns a table, with how to fix it", async () => {
    await test.ownerQuery("grant create on schema palimpsest to palimpsest_app");
    await test.ownerQuery("create table palimpsest.mine (n int)");
    await test.ownerQuery("alter table palimpsest.mine owner to palimpsest_app");
    await expect(assertServingRole(test.db)).rejects.toThrow(/owns tables.*palimpsest migrate login NAME/);
    await test.ownerQuery("drop table palimpsest.mine");
    await expect(assertServingRole(test.db)).resolves.toBeUndefined();
  });
});

describe("logins on postgres", () => {
  let test: TestDatabase;
  const login = `palimpsest_test_made_${process.pid}`;
  beforeAll(async () => {
    test = await postgres.open({ migrations: seamSchema });
  });
  afterAll(async () => {
    await test.ownerQuery(`drop role if exists ${login}`);
    await test.close();
  });

  it("that own the schema or bypass row level security are refused", async () => {
    const db = await openDatabase({ url: test.options.ownerUrl });
    await expect(assertServingRole(db)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await db.close();
  });

  it("made for serving can serve and nothing else, and are given a new password when made again", async () => {
    const url = await createLogin(test.db, login, test.options.ownerUrl!, { runsJobs: false });
    const db = await openDatabase({ url });
    await expect(assertServingRole(db)).resolves.toBeUndefined();
    await expect(assertWorkerRole(db)).rejects.toThrow(/not a member of palimpsest_worker.*migrate login/);
    await db.close();
    const again = await createLogin(test.db, login, test.options.ownerUrl!, { runsJobs: false });
    expect(new URL(again).password).not.toBe(new URL(url).password);
    const client = new pg.Client({ connectionString: again });
    await client.connect();
    await expect(client.query("create table public.t (n int)")).rejects.toMatchObject({ code: "42501" });
    await client.end();
  });

  it("made to run jobs as well may take on the worker's role, until they are made without", async () => {
    const make = async (runsJobs: boolean) => {
      const url = await createLogin(test.db, login, test.options.ownerUrl!, { runsJobs });
      const db = await openDatabase({ url });
      const works = await db.anonymous(mayRunJobs);
      const entered = await db
        .worker((tx) => tx.query("select current_user::text as role"))
        .catch((error: unknown) => error);
      await db.close();
      return [works, entered];
    };
    expect(await make(true)).toEqual([true, [{ role: "palimpsest_worker" }]]);
    expect(await make(false)).toMatchObject([
      false,
      { code: "UNAVAILABLE", message: expect.stringContaining("palimpsest migrate login") },
    ]);
  });

  it("are not made from a role that has another use", async () => {
    const owner = new URL(test.options.ownerUrl!).username;
    const made = createLogin(test.db, owner, test.options.ownerUrl!, { runsJobs: true });
    await expect(made).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("are not made from names that need quoting", async () => {
    const made = createLogin(test.db, 'x"; drop schema palimpsest cascade; --', test.options.ownerUrl!, {
      runsJobs: true,
    });
    await expect(made).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
