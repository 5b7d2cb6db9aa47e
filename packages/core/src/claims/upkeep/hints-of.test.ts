import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { chosenEmbedder } from "../../heart/testing/chosen-embedder.js";
import { newTenant } from "../../policy/testing/tenants.js";
import type { Principal } from "../../principal.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const provenance = { at: "2026-11-15T09:58:00Z", actor: "ada" };

describe.each(engines)("claims on $name", (engine) => {
  const embedder = chosenEmbedder();
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const upsert = async (who: Principal, text: string) =>
    (await memory.call(who, "upsertClaim", { text, provenance })).data.id;

  it("come with hints for tidying up, as the policy has them", async () => {
    const { bot, set } = newTenant(memory);
    const said = "Invoices leave on the first Monday of the month";
    embedder.choose("Bills go out when a month begins", said, 0.84);
    embedder.choose("Invoices leave on the first Friday of the month", said, 0.66);
    const id = await upsert(bot, said);
    const alike = await upsert(bot, "Bills go out when a month begins");
    await upsert(bot, "Invoices leave on the first Friday of the month");
    const hints = async () => (await memory.call(bot, "getClaim", { claim_id: id })).data.hints;
    expect(await hints()).toEqual({ stale: false, similar: [] });
    await set("maintenance: { similarity_threshold: 0.7 }");
    expect(await hints()).toEqual({
      stale: false,
      similar: [{ claim_id: alike, similarity: 0.84 }],
    });
    await memory.database.ownerQuery(
      `alter table palimpsest.memory disable trigger user;
       update palimpsest.memory set recorded_at = now() - interval '20 days' where id = '${id}';
       alter table palimpsest.memory enable trigger user`,
    );
    expect(await hints()).toMatchObject({ stale: false });
    await set("maintenance: { stale_days: 19.5 }");
    expect(await hints()).toEqual({ stale: true, similar: [] });
    await memory.call(bot, "sendFeedback", { claim_id: id, signal: "helpful" });
    expect(await hints()).toMatchObject({ stale: false });
    await set("maintenance: { hints_enabled: false }");
    expect(await hints()).toBeUndefined();
  });

  it("that have no vector yet are told to be alike by their words", async () => {
    const { bot, set } = newTenant(memory);
    await set("maintenance: { similarity_threshold: 0.7 }");
    embedder.silent = true;
    const id = await upsert(bot, "Parcels leave on the first Monday of the month");
    const alike = await upsert(bot, "Parcels leave on the first Friday of the month");
    await upsert(bot, "Nobody works on the first Monday of May");
    embedder.silent = false;
    expect((await memory.call(bot, "getClaim", { claim_id: id })).data.hints).toEqual({
      ...{ stale: false, similar: [{ claim_id: alike, similarity: expect.any(Number) }] },
    });
  });
});
