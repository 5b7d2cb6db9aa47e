import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { newTenant } from "../../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { startWorker } from "../run/worker.js";
import { memoryExpiry } from "./memory-expiry.js";

describe.each(engines)("the erasure of expired memories on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const kindsLeft = async (tenant: { id: string }) =>
    (
      await memory.database.ownerQuery<{ kind: string }>(
        "select kind from palimpsest.memory where tenant_id = $1 order by kind",
        [tenant.id],
      )
    ).map(({ kind }) => kind);
  const moveBack = (tenant: { id: string }, days: number, table: string, column: string) =>
    memory.database.ownerQuery(
      `alter table palimpsest.${table} disable trigger user;
       update palimpsest.${table} set ${column} = now() - interval '${days} days'
       where tenant_id = '${tenant.id}' and ${column} is not null;
       alter table palimpsest.${table} enable trigger user`,
    );
  const eraseExpired = async (tenant: { id: string }) => {
    const done = `from palimpsest.job where kind = 'memory_expiry' and tenant_id = '${tenant.id}'`;
    await memory.database.ownerQuery(`delete ${done}`);
    const worker = startWorker(memory.services, { kinds: [memoryExpiry], pollMs: 10 });
    const count = async () =>
      (await memory.database.ownerQuery(`select 1 ${done} and status = 'DONE'`)).length;
    await expect.poll(count, { timeout: 60_000 }).toBe(1);
    await worker.stop();
  };

  it("lets what has outgrown its scope be erased after the grace, in all its parts, and nothing sooner", async () => {
    const old = newTenant(memory);
    const age = (days: number, table: string, column: string) => moveBack(old, days, table, column);
    const left = () => kindsLeft(old);
    const sweep = () => eraseExpired(old);
    await memory.call(old.ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "test", content: "Herons wait at dawn." },
    });
    await memory.call(old.ann, "learnFact", { content: "Herons eat fish", category: "birds" });
    await memory.call(old.ann, "remember", { text: "A heron said so", scope: "session", session_id: "s" });
    const gone = await memory.call(old.ann, "remember", { text: "Herons are mammals", scope: "project" });
    await memory.call(old.ann, "forget", { memory_id: gone.memory_id, reason: "false" });
    const all = ["artifact", "chunk", "chunk", "chunk", "fact"];
    await old.set("scopes: { project: { ttl: 7d } }\nretention: { grace: 10d }");
    await age(16, "memory", "recorded_at");
    await age(20, "policy", "applied_at");
    await sweep();
    expect(await left(), "within the grace").toEqual(all);
    await age(18, "memory", "recorded_at");
    await old.set("scopes: { project: { ttl: 7d } }\nretention: { grace: inf }");
    await sweep();
    expect(await left(), "without an end").toEqual(all);
    await age(9, "policy", "applied_at");
    await old.set("scopes: { project: { ttl: 7d } }\nretention: { grace: 10d }");
    await sweep();
    expect(await left(), "hidden for less than the grace").toEqual(all);
    await age(11, "policy", "applied_at");
    await sweep();
    expect(await left(), "but for what was retracted or said in a session").toEqual(["chunk", "chunk"]);
    const counted = "select facts::int as n from palimpsest.fact_count where tenant_id = $1";
    expect(await memory.database.ownerQuery(counted, [old.id])).toEqual([{ n: 0 }]);
  });

  it("lets what has expired by its own time be erased after the same grace, and nothing sooner", async () => {
    const brief = newTenant(memory);
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await memory.call(brief.ann, "remember", { text: "The heron is away until Friday", expires_at });
    await memory.call(brief.ann, "remember", { text: "The heron stays" });
    await memory.call(brief.ann, "learnFact", {
      content: "The pond is closed",
      category: "ponds",
      expires_at,
    });
    const gone = await memory.call(brief.ann, "remember", { text: "The heron left for good", expires_at });
    await memory.call(brief.ann, "forget", { memory_id: gone.memory_id, reason: "false" });
    const decided = await memory.call(brief.ann, "remember", {
      ...{ text: "Feed the heron", kind: "decision" as const, expires_at },
    });
    await memory.call(brief.ann, "createCapsule", {
      ...{ subject_type: "person", subject_id: "kim", scope: "project" as const, project_id: "p" },
      ...{ audience_agent_ids: ["bob"], items: { decisions: [decided.memory_id] }, ttl_days: 1 },
    });
    const all = ["capsule", "chunk", "chunk", "chunk", "decision", "fact"];
    await moveBack(brief, 60, "memory", "recorded_at");
    await eraseExpired(brief);
    expect(await kindsLeft(brief), "not expired").toEqual(all);
    await moveBack(brief, 29, "memory", "expires_at");
    await eraseExpired(brief);
    expect(await kindsLeft(brief), "within the grace").toEqual(all);
    await moveBack(brief, 31, "memory", "expires_at");
    await brief.set("retention: { grace: inf }");
    await eraseExpired(brief);
    expect(await kindsLeft(brief), "without an end").toEqual(all);
    await brief.set("retention: { grace: 30d }");
    await moveBack(brief, 3, "memory", "recorded_at");
    await eraseExpired(brief);
    expect(await kindsLeft(brief), "stored after it had expired").toEqual(all);
    await moveBack(brief, 60, "memory", "recorded_at");
    await eraseExpired(brief);
    expect(await kindsLeft(brief)).toEqual(["capsule", "chunk", "chunk", "decision"]);
  });
});
