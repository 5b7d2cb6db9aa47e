import { afterEach, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { seedMemories } from "../../governance/testing/seed-memories.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { collectStatistics } from "./tidy.sql.js";
import { startWorker } from "./worker.js";

describe.each(engines)("a fresh store on $name", (engine) => {
  let memory: TestMemory;
  afterEach(() => memory.close());

  const columnsWithStatistics = async () => {
    const rows = await memory.database.ownerQuery<{ line: string }>(`
      select attname as line from pg_stats where schemaname = 'palimpsest' and tablename = 'memory'`);
    return rows.map(({ line }) => line);
  };

  it("has statistics after its first rows, and then keeps plans that read by the whole key", async () => {
    memory = await openTestMemory(engine);
    for (let at = 0; at < 40; at++) await memory.call(human(), "remember", { text: `memory number ${at}` });
    expect(await columnsWithStatistics()).toEqual([]);
    const worker = startWorker(memory.services, { kinds: [], statisticsMs: 50 });
    await expect.poll(columnsWithStatistics, { timeout: 60_000 }).toContain("tenant_id");
    await worker.stop();
    const lines = await memory.database.ownerQuery<{ "QUERY PLAN": string }>(`
      explain select m.* from unnest(array['a','b']) as wanted(key) cross join lateral
        (select * from palimpsest.memory where tenant_id = 'a' and id = wanted.key offset 0) m`);
    const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    expect(plan).not.toMatch(/Index Cond: \(tenant_id = 'a'::text\)$/m);
  });

  it("has statistics after a bulk load, also where the counts of changes are lost, as by a kill or a restore", async () => {
    memory = await openTestMemory(engine);
    await seedMemories(memory, human(), 1_000, {});
    await memory.database.ownerQuery("select pg_stat_force_next_flush()");
    await memory.database.ownerQuery("select pg_stat_reset()");
    const collected = await collectStatistics(memory.services.db);
    expect(collected).toEqual(expect.arrayContaining(["memory", "memory_term", "memory_vector"]));
    expect(await columnsWithStatistics()).toContain("tenant_id");
    expect(await collectStatistics(memory.services.db)).toEqual([]);
  });
});
