import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../connect.js";
import { Child } from "../testing/child.js";
import { engines, type TestDatabase } from "../testing/index.js";
import { principal } from "../testing/principals.js";
import { seamSchema } from "../testing/seam-schema.js";
import { lockLedger } from "./ledger.sql.js";
import { assertSchema, migrateStatus } from "./migrate-status.js";
import { migrateUp } from "./migrate-up.js";
import type { Migration } from "./migration.js";

const later: Migration = {
  version: 2,
  name: "later",
  checksum: "later",
  sql: "alter table palimpsest.note add column added text not null default 'by the migration'",
};
const known = [...seamSchema, later];
const note = { tenant_id: principal().tenantId, id: "kept" };

describe.each(engines)("a migration that was killed on $name", (engine) => {
  let test: TestDatabase;
  let child: Child;
  beforeEach(async () => {
    test = await engine.open({ migrations: seamSchema });
    await test.ownerQuery("insert into palimpsest.note (tenant_id, id) values ($1, $2)", [
      note.tenant_id,
      note.id,
    ]);
    await test.db.close();
    child = await Child.start();
    await child.open(test.options);
  });
  afterEach(async () => {
    await child.kill();
    await test.close();
  });

  it("has changed nothing, loses nothing, and is applied by the next start", async () => {
    await child.stallAsOwner([
      lockLedger,
      "insert into palimpsest.schema_migration (version, name, checksum) values (2, 'later', 'later')",
      later.sql,
    ]);
    await child.kill();
    test.db = await openDatabase(test.options);
    expect(await migrateStatus(test.db, known)).toMatchObject({ current: 1, latest: 2 });
    await expect(assertSchema(test.db, known)).rejects.toThrow("palimpsest migrate up");
    expect(await migrateUp(test.db, known)).toEqual([2]);
    const read = (columns: string) =>
      test.db.transaction(principal(), (tx) => tx.query(`select ${columns} from palimpsest.note`));
    expect(await read("id, added")).toEqual([{ id: note.id, added: "by the migration" }]);
  });
});
