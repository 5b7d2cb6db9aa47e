import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase } from "../db/testing/index.js";
import * as catalogue from "./testing/catalogue/catalogue.sql.js";
import { mutants } from "./testing/catalogue/mutants.js";
import { faultsOfMutant } from "./testing/catalogue/mutate.js";
import { isolationFaults } from "./testing/isolation/isolation-faults.js";
import { plant, planted } from "./testing/isolation/plant.js";

describe.each(engines)("row level security on $name", (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await engine.open();
    await plant(database.ownerQuery);
  });
  afterAll(() => database.close());

  it("has a test row in every table", async () => {
    const tables = await database.ownerQuery<{ name: string }>(catalogue.tables);
    const unplanted = tables
      .map(({ name }) => name)
      .filter((name) => !planted.some(({ table }) => table === name));
    expect(unplanted).toEqual(["schema_migration"]);
  });

  it("shows each viewer the rows they may see and lets nobody write others", async () => {
    expect(await faultsOfMutant(database.db, [], (query) => isolationFaults(query))).toEqual([]);
  });

  it("refuses changes of append-only rows and of a memory's subject to the owner and the definer too", async () => {
    for (const table of [
      "memory_original",
      "memory_edit",
      "memory_edit_event",
      "memory_state",
      "record",
      "audit_entry",
      "policy",
      "receipt",
      "receipt_item",
      "outbox",
    ]) {
      for (const change of [
        `update palimpsest.${table} set tenant_id = tenant_id`,
        `delete from palimpsest.${table}`,
      ]) {
        await expect(database.ownerQuery(change), change).rejects.toMatchObject({ code: "PA001" });
      }
    }
    for (const column of [
      "tenant_id",
      "id",
      "kind",
      "writer",
      "subject_id",
      "owner_id",
      "project_id",
      "session_id",
    ]) {
      const change = database.ownerQuery(
        `update palimpsest.memory set ${column} = 'other' where id = 'bare'`,
      );
      await expect(change, column).rejects.toMatchObject({ code: "PA002" });
    }
  });

  it("fails these tests if any one policy is dropped or weakened, or a table left open", {
    timeout: 300_000,
  }, async () => {
    const all = await mutants(database.ownerQuery);
    const survivors: string[] = [];
    for (const { name, table, ddl } of all) {
      const found = await faultsOfMutant(database.db, ddl, async (query) => {
        const near = await isolationFaults(query, table);
        return near.length > 0 ? near : isolationFaults(query);
      });
      if (found.length === 0) survivors.push(name);
    }
    expect(survivors).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });
});
