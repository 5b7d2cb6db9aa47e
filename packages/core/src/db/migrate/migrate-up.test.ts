import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../connect.js";
import { sqlState } from "../db-errors.js";
import { engines, type TestDatabase } from "../testing/index.js";
import { postgres } from "../testing/postgres.js";
import { seamSchema } from "../testing/seam-schema.js";
import { assertSchema, migrateStatus } from "./migrate-status.js";
import { migrateUp } from "./migrate-up.js";
import type { Migration } from "./migration.js";

const step = (version: number, sql: string): Migration => ({
  version,
  name: `step_${version}`,
  checksum: `sum of ${sql}`,
  sql,
});
const second = step(2, "create table palimpsest.second (n int); insert into palimpsest.second values (1)");
const known = [...seamSchema, second];

describe.each(engines)("migrations on $name", (engine) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await engine.open({ migrations: seamSchema });
  });
  afterEach(() => test.close());

  it("are applied once, in order, and recorded", async () => {
    expect(await migrateUp(test.db, known)).toEqual([2]);
    expect(await migrateUp(test.db, known)).toEqual([]);
    const status = await migrateStatus(test.db, known);
    expect(status).toMatchObject({ current: 2, latest: 2 });
    expect(status.migrations.every(({ appliedAt }) => appliedAt instanceof Date)).toBe(true);
    expect(await test.ownerQuery("select n from palimpsest.second")).toEqual([{ n: 1 }]);
  });

  it("run once when two processes migrate at the same time; both succeed", async () => {
    const other = await openDatabase(test.options);
    const results = await Promise.all([migrateUp(test.db, known), migrateUp(other, known)]);
    await other.close();
    expect(results.flat()).toEqual([2]);
    expect(await test.ownerQuery("select n from palimpsest.second")).toEqual([{ n: 1 }]);
  });

  it("leave nothing behind of a step that fails", async () => {
    const broken = step(2, "create table palimpsest.half (n int); select 1/0");
    const failed = migrateUp(test.db, [...seamSchema, broken]);
    await expect(failed.catch(sqlState)).resolves.toBe("22012");
    expect(await migrateStatus(test.db, known)).toMatchObject({ current: 1, latest: 2 });
    expect(await test.ownerQuery("select to_regclass('palimpsest.half') as half")).toEqual([{ half: null }]);
    expect(await migrateUp(test.db, known)).toEqual([2]);
  });

  it("run a marked step outside a transaction", async () => {
    const sql = [
      "-- no-transaction",
      "create index concurrently if not exists note_body on palimpsest.note using gin (body);",
      "vacuum palimpsest.note;",
    ].join("\n");
    const marked = step(2, sql);
    expect(await migrateUp(test.db, [...seamSchema, marked])).toEqual([2]);
    expect(await migrateUp(test.db, [...seamSchema, marked])).toEqual([]);
    const found = await test.ownerQuery(
      "select indisvalid from pg_index where indexrelid = 'palimpsest.note_body'::regclass",
    );
    expect(found).toEqual([{ indisvalid: true }]);
  });

  it("refuse a schema newer than the program, and one made from other files", async () => {
    await migrateUp(test.db, known);
    await expect(migrateUp(test.db, seamSchema)).rejects.toThrow(/at version 2 .* knows 1\. Upgrade/);
    await expect(assertSchema(test.db, seamSchema)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const changed = [...seamSchema, { ...second, checksum: "edited" }];
    await expect(migrateUp(test.db, changed)).rejects.toThrow(/Migration 2 \(step_2\)/);
  });

  it("refuse data from before the first release, and say what to do", async () => {
    const [first] = seamSchema;
    const released = [{ ...first!, checksum: "released" }, second];
    const refused = {
      code: "UNAVAILABLE",
      message: expect.stringMatching(/before the first release.*new data/),
    };
    await expect(migrateUp(test.db, released)).rejects.toMatchObject(refused);
    await expect(assertSchema(test.db, released)).rejects.toMatchObject(refused);
  });

  it("are asked for, with the command, when the schema is older than the program", async () => {
    await expect(assertSchema(test.db, known)).rejects.toThrow("palimpsest migrate up");
    await expect(assertSchema(test.db, seamSchema)).resolves.toBeUndefined();
  });

  it("are listed where the serving role can read but not change it", async () => {
    const read = "select version from palimpsest.schema_migration";
    expect(await test.db.anonymous((tx) => tx.query(read))).toEqual([{ version: 1 }]);
    const write = "insert into palimpsest.schema_migration values (9, 'x', 'x')";
    await expect(test.db.anonymous((tx) => tx.query(write)).catch(sqlState)).resolves.toBe("42501");
  });
});

describe("a login that does not own the schema", () => {
  it("is told so when it would migrate, and may still ask for the status", async () => {
    const test = await postgres.open({ migrations: seamSchema });
    const db = await openDatabase({ url: test.options.url });
    await expect(migrateUp(db, known)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(migrateUp(db, known)).rejects.toThrow("owner's connection string");
    expect(await migrateStatus(db, known)).toMatchObject({ current: 1, latest: 2 });
    await db.close();
    await test.close();
  });
});
