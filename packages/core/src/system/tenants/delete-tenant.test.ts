import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { dispatch } from "../../dispatch.js";
import { tenantDirectory } from "../../identity/index.js";
import * as catalogue from "../../security-tests/testing/catalogue/catalogue.sql.js";
import { globalTables } from "../../security-tests/testing/catalogue/catalogue-faults.js";
import { fillTenant, type TenantWorld } from "../../security-tests/testing/inputs/tenant-world.js";
import {
  admin,
  agent,
  human,
  openTestMemory,
  type TestMemory,
  tenantA,
  tenantB,
} from "../../testing/test-memory.js";

describe.each(engines)("deleting a tenant on $name", (engine) => {
  let memory: TestMemory;
  let world: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    world = await fillTenant(memory, tenantA, "grey");
    await fillTenant(memory, tenantB, "white");
  });
  afterAll(() => memory.close());

  /** How many rows each table has of a tenant. */
  async function rowsOf(tenantId: string): Promise<Record<string, number>> {
    const tables = (await memory.database.ownerQuery<{ name: string }>(catalogue.tables))
      .map(({ name }) => name)
      .filter((name) => !globalTables.includes(name));
    const counts = await memory.database.ownerQuery<{ name: string; n: number }>(
      tables
        .map(
          (name) =>
            `select '${name}' as name, count(*)::int as n from palimpsest.${name} where tenant_id = $1`,
        )
        .join(" union all "),
      [tenantId],
    );
    return Object.fromEntries(counts.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
  }
  const remove = (who = admin(), confirm = who.tenantId) => memory.call(who, "deleteTenant", { confirm });

  it("hangs every row on its tenant: each foreign key cascades, each table but the postings has one", async () => {
    const left = await memory.database.ownerQuery(
      `select c.conname from pg_constraint c
       where c.connamespace = 'palimpsest'::regnamespace and c.contype = 'f' and c.confdeltype <> 'c'
         and c.confrelid <> 'palimpsest.embedding_space'::regclass`,
    );
    expect(left).toEqual([]);
    const alone = await memory.database.ownerQuery<{ name: string }>(
      `select t.relname as name from pg_class t
       where t.relnamespace = 'palimpsest'::regnamespace and t.relkind = 'r' and not exists (
         select 1 from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'
           and c.confrelid <> 'palimpsest.embedding_space'::regclass)
       order by 1`,
    );
    expect(alone.map(({ name }) => name)).toEqual([...globalTables, "memory_term", "tenant"].sort());
  });

  it("is for admins who name it, and nobody else", async () => {
    await expect(remove(human())).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(remove(agent())).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const confirm of [tenantB, tenantA.toUpperCase(), "yes"]) {
      await expect(remove(admin(), confirm)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    const asWriter = memory.services.db.transaction(human(), (tx) =>
      tx.query(`select palimpsest.delete_tenant($1)`, [tenantA]),
    );
    await expect(asWriter).rejects.toMatchObject({ code: "42501" });
    expect(Object.keys(await rowsOf(tenantA)).length).toBeGreaterThan(25);
  });

  it("leaves no row in any table, other tenants as they were, and lets it begin anew", async () => {
    await memory.services.audit.flush();
    const others = await rowsOf(tenantB);
    const stale = { ...memory.services, tenants: tenantDirectory(memory.services.db) };
    const from = (operation: "remember" | "getPlanState", input: object) =>
      dispatch(stale, {
        operation,
        input,
        credential: { kind: "principal", principal: world.bot },
        surface: "sdk",
      });
    await from("getPlanState", { plan_id: world.plan, key: "count" });
    await memory.call(world.bot, "recall", { query: "heron" });
    expect(await remove()).toEqual({ tenant_id: tenantA, deleted: true });
    await memory.services.audit.flush();
    expect(await rowsOf(tenantA)).toEqual({});
    expect(await rowsOf(tenantB)).toEqual(others);

    // A process that still takes the tenant for known.
    const { output } = await from("remember", { text: "The heron is back." });
    expect(output).toMatchObject({ memory_id: expect.stringMatching(/^chk_/) });
    const { memories } = await memory.call(world.bot, "recall", { query: "heron" });
    expect(memories.map(({ text }) => text)).toEqual(["The heron is back."]);
    const { entries } = await memory.call(admin(), "listAudit", { operation: "remember" });
    expect(entries).toHaveLength(1);
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await rowsOf(tenantA)).toEqual({});
  });
});
