import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { engines } from "../testing/index.js";
import { schemaDump } from "./schema-dump.js";

const committed = new URL("../../../../../sql/schema.sql", import.meta.url);
const update = process.env.UPDATE_SCHEMA === "1";

describe.each(engines)("the schema on $name", (engine) => {
  it("is the committed one (UPDATE_SCHEMA=1 on this test writes it)", async () => {
    const test = await engine.open();
    const dump = await schemaDump(test.db);
    await test.close();
    if (update && engine.name === "embedded") writeFileSync(committed, dump);
    expect(dump).toBe(readFileSync(committed, "utf8"));
  });

  it("shows in the dump when a grant, a policy or a column changes", async () => {
    const test = await engine.open();
    const seen = new Set([await schemaDump(test.db)]);
    for (const change of [
      "grant select on palimpsest.schema_migration to palimpsest_definer",
      "drop policy schema_migration_read on palimpsest.schema_migration",
      "alter table palimpsest.schema_migration no force row level security",
      "alter table palimpsest.schema_migration alter column name drop not null",
    ]) {
      await test.ownerQuery(change);
      seen.add(await schemaDump(test.db));
    }
    await test.close();
    expect(seen.size).toBe(5);
  });
});
