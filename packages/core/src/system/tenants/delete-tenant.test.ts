import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { dispatch } from "../../dispatch.js";
import { tenantDirectory } from "../../identity/index.js";
import * as catalogue from "../../security-tests/testing/catalogue/catalogue.sql.js";
import { globalTables } from "../../security-tests/testing/catalogue/catalogue-faults.js";
import { fillTenant, type TenantWorld } from "../../selftest/world/tenant-world.js";
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
    const count = (name: string) =>
      `select '${name}' as name, count(*)::int as n from palimpsest.${name} where tenant_id = $1`;
    const counts = await memory.database.ownerQuery<{ name: string; n: number }>(
      tables.map(count).join(" union all "),
      [tenantId],
    );
    return Object.fromEntries(counts.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
  }
  const remove = (who = admin(), confirm = who.tenantId) => memory.call(who, "deleteTenant", { confirm });

  it("is for admins who name it, and nobody else", async () => {
    await expect(remove(human())).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(remove(agent())).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const confirm of [tenantB, tenantA.toUpperCase(), "yes"]) {
      await expect(remove(admin(), confirm)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    for (const [who, tenant] of [
      [human(), tenantA],
      [admin(), tenantB],
    ] as const) {
      for (const statement of [
        "delete_tenant($1)",
        "delete_tenant_memories($1, '', 10)",
        "delete_tenant_postings($1, 0)",
      ]) {
        const asked = memory.services.db.transaction(who, (tx) =>
          tx.query(`select palimpsest.${statement}`, [tenant]),
        );
        await expect(asked, statement).rejects.toMatchObject({ code: "42501" });
      }
    }
    expect(Object.keys(await rowsOf(tenantA)).length).toBeGreaterThan(30);
  });

  it("lets nobody delete a part of the append-only tables with the same setting", async () => {
    for (const table of ["memory_edit", "audit_entry"]) {
      const direct = memory.services.db.owner(async (tx) => {
        await tx.query(`select set_config('palimpsest.deletes_tenant', 'on', true)`);
        await tx.query(`delete from palimpsest.${table}`);
      });
      await expect(direct, table).rejects.toMatchObject({ code: "PA001" });
    }
  });

  it("leaves no row in any table, other tenants as they were, and lets it begin anew", async () => {
    await memory.services.audit.flush();
    const others = await rowsOf(tenantB);
    let now = 0;
    const stale = { ...memory.services, tenants: tenantDirectory(memory.services.db, 100, () => now) };
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

    // Another process, which still takes the tenant for known.
    const { output } = await from("remember", { text: "The heron is back." });
    expect(output).toMatchObject({ memory_id: expect.stringMatching(/^chk_/) });
    const { memories } = await memory.call(world.bot, "recall", { query: "heron" });
    expect(memories.map(({ text }) => text)).toEqual(["The heron is back."]);
    const { entries } = await memory.call(admin(), "listAudit", { operation: "remember" });
    expect(entries).toHaveLength(1);

    // Deleted and begun anew while the other process looked away: within a second it knows the new tenant.
    await remove();
    const { memory_id } = await memory.call(world.bot, "remember", { text: "A third heron" });
    now += 1_000;
    const again = await from("remember", { text: "a third heron" });
    expect(again.output).toMatchObject({ memory_id, status: "exists" });
    await remove();
    await memory.services.audit.flush();
    expect(await rowsOf(tenantA)).toEqual({});
  });
});
