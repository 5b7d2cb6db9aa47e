import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import type { Principal } from "../principal.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const at = "2026-11-15T09:58:00Z";

describe.each(engines)("an activation on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const upsert = async (who: Principal, text: string) =>
    (await memory.call(who, "upsertClaim", { text, provenance: { at, actor: "ada" } })).data.id;
  const activate = async (who: Principal, more: object = {}) =>
    (await memory.call(who, "activateClaims", { q: "heron waits", ...more })).data;
  const read = async (who: Principal, active_context_id: string, cursor?: string) =>
    (await memory.call(who, "getActiveContext", { active_context_id, cursor })).data;

  it("takes at most three of ten claims of one agent, as a search does", async () => {
    const { ann, bot, set } = newTenant(memory);
    for (let n = 0; n < 6; n++) await upsert(bot, `Stork number ${n} rests`);
    const own = await upsert(ann, "The stork of Ann rests");
    const ask = (who: Principal) => memory.call(who, "searchClaims", { query: "stork rests" });
    const search = async (who: Principal) => (await ask(who)).data;
    const { data: found, left_out } = await ask(ann);
    expect(found).toMatchObject({ items: { length: 4 }, has_more: false });
    expect(found.items.map(({ claim }) => claim.id)).toContain(own);
    expect(left_out).toContain("3 of agent:bot");
    const activated = await memory.call(ann, "activateClaims", { q: "stork rests" });
    expect(activated).toMatchObject({ data: { claims_count: 4 }, left_out });
    // `data` is what the specification of these tools says, with no field beside it.
    for (const data of [found, activated.data]) expect(data).not.toHaveProperty("left_out");
    expect((await search(bot)).items).toHaveLength(7);
    await set("retrieval: { trust: { writers: ['agent:bot'] } }");
    expect((await search(ann)).items).toHaveLength(7);
  });

  it("gathers claims under one id, in pages that stay as they were", async () => {
    const { ann, bot } = newTenant(memory);
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await upsert(ann, `Heron number ${n} waits`));
    const first = await activate(ann, { top_k: 3, include_meta: true });
    expect(first).toMatchObject({
      ...{ active_context_id: expect.stringMatching(/^ac_[A-Za-z0-9]+$/), claims_count: 3, has_more: true },
      provenance: first.claims.map(({ claim }) => ({ claim_id: claim.id, at, actor: "ada" })),
      scoring_params: {
        ...{ alpha: 0.65, k_txt: 48, k_vec: 96, k_final: 12 },
        rerank: { use_quality: false, recency_half_life_days: 30 },
      },
    });
    await upsert(bot, "Heron heron waits waits");
    const second = await activate(ann, { top_k: 9, cursor: first.next_cursor });
    expect(second).toMatchObject({
      active_context_id: first.active_context_id,
      claims_count: 1,
      has_more: false,
    });
    const shown = [...first.claims, ...second.claims].map(({ claim }) => claim.id);
    expect(shown.sort()).toEqual(ids.sort());
    const again = await read(ann, first.active_context_id);
    expect(again).toMatchObject({
      ...{ claims: first.claims, expires_at: first.expires_at, has_more: true },
    });
    const rest = await read(ann, first.active_context_id, again.next_cursor);
    expect(rest).toMatchObject({ claims_count: 1, has_more: false });
    expect(rest.claims[0]!.claim).toEqual(second.claims[0]!.claim);
    expect(rest.next_cursor).toBeUndefined();
    for (const cursor of [first.next_cursor, `${again.next_cursor}A`]) {
      await expect(read(ann, first.active_context_id, cursor)).rejects.toMatchObject({
        code: "INVALID_CURSOR",
      });
    }
    const other = await activate(ann, { top_k: 3 });
    await expect(read(ann, other.active_context_id, again.next_cursor)).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
    await memory.call(ann, "forget", { memory_id: first.claims[0]!.claim.id, reason: "flew away" });
    expect((await read(ann, first.active_context_id)).claims_count).toBe(2);
  });

  it("is its caller's alone, and over when it has expired", async () => {
    const { ann, bot, set } = newTenant(memory);
    await set("retrieval: { active_context_ttl: 1s }");
    await upsert(bot, "Heron one waits");
    const { active_context_id } = await activate(ann);
    await expect(read(bot, active_context_id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await memory.database.ownerQuery(
      `update palimpsest.active_context set expires_at = now() where active_context_id = $1`,
      [active_context_id],
    );
    await expect(read(ann, active_context_id)).rejects.toMatchObject({
      code: "CONTEXT_EXPIRED",
      status: 410,
    });
  });

  it("and what it is about can be read, and shows in the state", async () => {
    const { ann, bot, set } = newTenant(memory);
    const state = async () => (await memory.call(ann, "claimsState", {})).data;
    expect(await state()).toMatchObject({ state: "Uninitialized", claims_count: 0 });
    await set("");
    expect(await state()).toMatchObject({ state: "PolicyApplied" });
    const { data } = await memory.call(bot, "upsertClaim", {
      ...{ text: "Heron one waits", provenance: { at } },
      entities: [
        { id: "h1", type: "Actor", name: "Heron of ann@example.org" },
        { id: "pond", type: "Concept", name: "Pond", attrs: { depth: 2 } },
      ],
      relations: [{ id: "r1", src_id: "h1", dst_id: "pond", type: "waits_at" }],
    });
    expect(await state()).toMatchObject({ state: "HasClaims", claims_count: 1 });
    await activate(bot);
    expect(await state()).toMatchObject({ state: "Ready" });
    expect((await memory.call(newTenant(memory).ann, "claimsState", {})).data.state).toBe("Uninitialized");
    expect((await memory.call(ann, "getClaim", { claim_id: data.id })).data).toMatchObject({
      ...{ claim: { id: data.id, boundary_class: "pii" }, utility: 0, confidence: 0.5, expires_at: null },
      ...{ relations: [{ id: "r1" }], evidences: [{ at }] },
      entities: [{ name: "Heron of [REDACTED:email]" }, { name: "Pond", attrs: { depth: 2 } }],
    });
    await memory.call(bot, "upsertClaim", {
      ...{ text: "The pond is deep", provenance: { at } },
      entities: [{ id: "pond", type: "Concept", name: "The pond" }],
    });
    const first = (await memory.call(ann, "listEntities", { limit: 1 })).data;
    expect(first).toMatchObject({ has_more: true, entities: [{ id: "h1" }] });
    const rest = (await memory.call(ann, "listEntities", { limit: 1, cursor: first.next_cursor })).data;
    expect(rest).toMatchObject({ has_more: false, entities: [{ id: "pond", name: "The pond" }] });
    const related = async (more: object) =>
      (await memory.call(ann, "listRelations", more)).data.relations.map(({ id }) => id);
    expect(await related({ dst_id: "pond" })).toEqual(["r1"]);
    expect(await related({ dst_id: "h1" })).toEqual([]);
    const other = newTenant(memory).ann;
    expect((await memory.call(other, "listEntities", {})).data.entities).toEqual([]);
    await expect(memory.call(other, "getClaim", { claim_id: data.id })).rejects.toMatchObject({
      code: "UNKNOWN_CLAIM",
    });
  });

  it("holds no more tokens of a scope than the policy says", async () => {
    const { ann, bot, set } = newTenant(memory);
    for (let n = 0; n < 3; n++) await upsert(bot, `Heron number ${n} waits`);
    const all = await activate(ann);
    await set("scopes: { project: { max_tokens: 12 } }");
    const some = await activate(ann);
    expect(some.claims_count).toBeGreaterThan(0);
    expect(some.claims_count).toBeLessThan(all.claims_count);
  });
});
