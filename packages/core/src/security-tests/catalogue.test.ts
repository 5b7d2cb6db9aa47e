import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase } from "../db/testing/index.js";
import { catalogueFaults } from "./testing/catalogue/catalogue-faults.js";
import { faultsOfMutant } from "./testing/catalogue/mutate.js";
import { privileges } from "./testing/catalogue/privileges.js";

const appendOnly = [
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
];

describe.each(engines)("the catalogue on $name", (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  it("has every grant, policy and trigger that isolation depends on", async () => {
    expect(await catalogueFaults(database.ownerQuery)).toEqual([]);
  });

  it.each([
    [
      "a table without row level security",
      "alter table palimpsest.receipt disable row level security",
      "receipt: row",
    ],
    [
      "an owner who is let past the policies",
      "alter table palimpsest.job no force row level security",
      "job: row",
    ],
    ["a new table without protection", "create table palimpsest.loot (id text primary key)", "loot: its key"],
    [
      "a key across tenants",
      "create unique index oracle on palimpsest.memory (content_hash)",
      "oracle: unique",
    ],
    [
      "a reference across tenants",
      "create table palimpsest.loot (tenant_id text, id int primary key, of int references palimpsest.embedding_space, again int references palimpsest.loot)",
      "loot_again_fkey: a foreign key",
    ],
    [
      "a view with its owner's eyes",
      "alter view palimpsest.effective_chunks reset (security_invoker)",
      "effective_chunks: a view",
    ],
    [
      "a grant to everyone",
      "grant select on palimpsest.memory to public",
      "not on the list: PUBLIC memory SELECT",
    ],
    [
      "originals made readable",
      "grant select on palimpsest.memory_original to palimpsest_app",
      "palimpsest_app memory_original SELECT",
    ],
    [
      "raw records made readable",
      "grant select (content) on palimpsest.record to palimpsest_app",
      "record SELECT(content)",
    ],
    [
      "a grant gone missing",
      "revoke insert on palimpsest.record from palimpsest_app",
      "missing: palimpsest_app record INSERT",
    ],
    [
      "a surface that anyone may use",
      "grant execute on function palimpsest.original(text) to public",
      "anyone may execute",
    ],
    [
      "a function of the worker that the serving role may use",
      "grant execute on function palimpsest.missing_vectors(integer, text, integer) to palimpsest_app",
      "missing_vectors: may be called by palimpsest_app palimpsest_worker",
    ],
    [
      "a surface with an open search path",
      "alter function palimpsest.original(text) reset search_path",
      "search_path is open",
    ],
    [
      "a serving role that may build",
      "grant create on schema palimpsest to palimpsest_app",
      "palimpsest_app has CREATE",
    ],
    [
      "a serving role with the definer's rights",
      "grant palimpsest_definer to palimpsest_app",
      "is a member of palimpsest_definer",
    ],
  ])("would show %s", async (_what, ddl, fault) => {
    const faults = await faultsOfMutant(database.db, [ddl], (query) => catalogueFaults(query));
    expect(faults.join("\n")).toContain(fault);
  });

  it("lets nobody change append-only tables, whatever the grants", async () => {
    const granted: string[] = [];
    for (const table of appendOnly) {
      for (const privilege of ["UPDATE", "DELETE", "TRUNCATE"]) {
        expect(privileges.has(`palimpsest_app ${table} ${privilege}`), `${table} ${privilege}`).toBe(false);
        if (privileges.has(`palimpsest_definer ${table} ${privilege}`)) granted.push(`${table} ${privilege}`);
      }
      const truncated = database.ownerQuery(`truncate palimpsest.${table} cascade`);
      await expect(truncated, table).rejects.toMatchObject({ code: "PA001" });
    }
    // The trigger lets this pass only where a function erases a subject, or what retention no longer keeps.
    expect(granted).toEqual(["record DELETE", "audit_entry DELETE"]);
    for (const table of ["record", "audit_entry"]) {
      const deleted = database.db.owner(async (tx) => {
        await tx.query("set local role palimpsest_definer");
        await tx.query(`delete from palimpsest.${table}`);
      });
      await expect(deleted, table).rejects.toMatchObject({ code: "PA001" });
    }
  });
});
