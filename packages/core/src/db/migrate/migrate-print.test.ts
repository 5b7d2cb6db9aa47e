import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sqlState } from "../db-errors.js";
import { engines, type TestDatabase } from "../testing/index.js";
import { migratePrint } from "./migrate-print.js";
import { assertSchema, migrateStatus } from "./migrate-status.js";
import { migrateUp } from "./migrate-up.js";
import type { Migration } from "./migration.js";
import { migrations } from "./migrations.generated.js";
import { schemaDump } from "./schema-dump.js";

const marked: Migration = {
  version: migrations.length + 1,
  name: "marked",
  checksum: "it's marked",
  sql: "-- no-transaction\ncreate index concurrently if not exists marked on palimpsest.memory (kind);\n",
};
const more = [...migrations, marked];

describe.each(engines)("the printed script on $name", (engine) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await engine.open();
  });
  afterEach(() => test.close());

  /** As psql does it: one statement at a time, stopping at the first error. */
  const run = (script: string) => test.db.ownerStatements((tx) => tx.query(script));

  it("makes the same schema as migrating, and leaves nothing to apply", async () => {
    const migrated = await schemaDump(test.db);
    await test.db.owner((tx) => tx.query("drop schema palimpsest cascade"));
    await run(migratePrint());
    expect(await schemaDump(test.db)).toBe(migrated);
    await expect(assertSchema(test.db)).resolves.toBeUndefined();
    expect(await migrateUp(test.db)).toEqual([]);
  });

  it("continues from a version, and repeats nothing", async () => {
    const script = migratePrint(migrations.length, more);
    expect(script).not.toContain("create schema");
    for (const statement of script.split(/(?<=;)\n/)) await run(statement);
    expect(await migrateStatus(test.db, more)).toMatchObject({ current: more.length });
    const again = run(migratePrint(migrations.length - 1));
    await expect(again.catch(sqlState)).resolves.toBe("23505");
  });
});
