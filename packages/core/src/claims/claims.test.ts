import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { chosenEmbedder } from "../heart/testing/chosen-embedder.js";
import { newTenant } from "../policy/testing/tenants.js";
import type { Principal } from "../principal.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { contentHash } from "./content-hash.js";

const at = "2026-11-15T09:58:00Z";

describe.each(engines)("claims on $name", (engine) => {
  const embedder = chosenEmbedder();
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const upsert = async (who: Principal, text: string, more: object = {}) =>
    (await memory.call(who, "upsertClaim", { text, provenance: { at, actor: "ada" }, ...more })).data.id;
  const search = async (who: Principal, query: string, more: object = {}) =>
    (await memory.call(who, "searchClaims", { query, ...more })).data;
  const feedback = async (who: Principal, claim_id: string, signal: string, more: object = {}) =>
    (await memory.call(who, "sendFeedback", { claim_id, signal, ...more } as never)).data.ok;

  it("are stored once, with each provenance, and found by every surface", async () => {
    const { ann, bot } = newTenant(memory);
    const id = await upsert(bot, "Refunds need two signatures", {
      content_hash: contentHash("Refunds need two signatures"),
    });
    expect(id).toMatch(/^clm_[A-Za-z0-9]+$/);
    expect(
      await upsert(ann, " Refunds  need\ntwo signatures", {
        provenance: { at, url: "https://example.org/x" },
      }),
    ).toBe(id);
    const { items, has_more } = await search(ann, "refunds signatures", { include_meta: true });
    expect(has_more).toBe(false);
    expect(items).toMatchObject([
      {
        claim: {
          id,
          text: "Refunds need two signatures",
          kind: "fact",
          scope: "project",
          boundary_class: "internal",
        },
        evidences: [
          { source_type: "actor", source_id: "ada", at },
          { source_type: "url", source_id: "https://example.org/x", at },
        ],
        scores: { text: 1, confidence: 0.5, utility: 0.5 },
        reason: expect.stringMatching(/^FTS=rank:1; cos:0\.00; recent:0d; util:0\.00; conf:0\.50$/),
      },
    ]);
    const { score, scores } = items[0]!;
    expect(score).toBeCloseTo(scores!.combined * scores!.g, 5);
    const facts = await memory.call(ann, "searchFacts", { query: "refunds signatures", channel: "private" });
    expect(facts.facts.map((fact) => fact.id)).toEqual([id]);
    expect(
      (await memory.call(ann, "recall", { query: "refunds signatures", channel: "private" })).memories,
    ).toHaveLength(1);
    await memory.call(ann, "forget", { memory_id: id, reason: "wrong" });
    expect((await search(ann, "refunds signatures")).items).toEqual([]);
    await expect(feedback(ann, id, "helpful")).rejects.toMatchObject({ code: "UNKNOWN_CLAIM", status: 404 });
  });

  it("are refused with a wrong hash, a dangling relation, or as another kind", async () => {
    const { bot } = newTenant(memory);
    await expect(upsert(bot, "It rains", { content_hash: contentHash("It pours") })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "content_hash", message: `expected ${contentHash("It rains")}` }],
    });
    const entity = { id: "rain", type: "Event", name: "Rain" };
    const relation = { id: "r", src_id: "rain", dst_id: "roof", type: "hits" };
    await expect(
      upsert(bot, "It rains", { entities: [entity], relations: [relation] }),
    ).rejects.toMatchObject({
      details: [{ path: "relations.0.dst_id" }],
    });
    await upsert(bot, "The roof leaks", { entities: [{ ...entity, id: "roof" }] });
    const id = await upsert(bot, "It rains", { entities: [entity], relations: [relation] });
    await expect(upsert(bot, "It rains", { kind: "task" })).rejects.toMatchObject({
      ...{
        code: "DUPLICATE",
        status: 409,
        details: [{ path: "kind", message: expect.stringContaining(id) }],
      },
    });
    expect(await upsert(bot, "it rains")).not.toBe(id);
    for (const provenance of [{}, { at, url: "file:///etc/passwd" }, { at, git: { commit: "abc123" } }]) {
      await expect(upsert(bot, "It snows", { provenance })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
    await expect(upsert(bot, "Be kind", { scope: "principle" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("are read by their class, with what it masks masked, and a session's by its writer alone", async () => {
    const { ann, bot } = newTenant(memory);
    const id = await upsert(bot, "Ann writes from ann@example.org");
    await upsert(bot, "Ann is in the garden", { scope: "session" });
    const texts = async (who: Principal, more: object = {}) =>
      (await search(who, "Ann", more)).items.map(({ claim }) => claim.text).sort();
    expect(await texts(bot)).toEqual(["Ann is in the garden", "Ann writes from [REDACTED:email]"]);
    expect(await texts(bot, { scope: ["session"] })).toEqual(["Ann is in the garden"]);
    expect(await texts(bot, { allow: ["answer:task"] })).toEqual(["Ann is in the garden"]);
    expect(await texts(bot, { allow: [] })).toEqual([]);
    expect(await texts(ann)).toEqual(["Ann writes from [REDACTED:email]"]);
    // Stored again as more sensitive, it is raised; as less, it stays.
    await upsert(bot, "Ann writes from ann@example.org", { boundary_class: "public" });
    const [item] = (await search(ann, "Ann")).items;
    expect(item).toMatchObject({ claim: { id, boundary_class: "pii" } });
    await upsert(bot, "Ann writes from ann@example.org", { boundary_class: "secret" });
    expect(await texts(ann)).toEqual([]);
  });

  it("of others are not hidden by an agent that says them again as more sensitive", async () => {
    const { ann, bot } = newTenant(memory);
    const id = await upsert(ann, "The kiosk opens at seven", { boundary_class: "public" });
    const shown = async () => (await memory.call(ann, "getClaim", { claim_id: id })).data;
    expect(await upsert(bot, "The kiosk opens at seven", { boundary_class: "secret" })).toBe(id);
    const mail = { provenance: { at, note: "Says kiosk@example.org" } };
    await expect(upsert(bot, "The kiosk opens at seven", mail)).rejects.toMatchObject({
      ...{ code: "DUPLICATE", details: [{ path: "provenance", message: expect.stringContaining("pii") }] },
    });
    expect(await shown()).toMatchObject({ claim: { boundary_class: "public" }, evidences: [{}] });
    expect(await upsert(ann, "The kiosk opens at seven", mail)).toBe(id);
    expect(await shown()).toMatchObject({ claim: { boundary_class: "pii" }, evidences: [{}, {}] });
  });

  it("rise and fall with feedback, once for each principal and hour", async () => {
    const { ann, bot } = newTenant(memory);
    const [good, bad] = [
      await upsert(bot, "The crane stands north"),
      await upsert(bot, "The crane stands south"),
    ];
    expect(await feedback(ann, good, "helpful")).toBe(true);
    expect(await feedback(ann, good, "helpful")).toBe(true);
    expect(await feedback(ann, good, "harmful")).toBe(false);
    expect(await feedback(bot, bad, "harmful", { score: -0.5 })).toBe(true);
    const { items } = await search(ann, "crane stands", { include_meta: true });
    expect(items.map(({ claim, scores }) => [claim.id, scores?.confidence])).toEqual([
      [good, 0.55],
      [bad, 0.45],
    ]);
    expect(items[0]!.reason).toContain("util:0.10");
    expect(items[1]!.reason).toContain("util:-0.10");
    expect(await feedback(ann, bad, "helpful", { score: 5e-324 })).toBe(true);
    await expect(feedback(ann, good, "lovely")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(feedback(ann, good, "helpful", { score: 1.1 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(feedback(newTenant(memory).ann, good, "helpful")).rejects.toMatchObject({
      code: "UNKNOWN_CLAIM",
    });
  });

  it("come in pages that what is written meanwhile does not move", async () => {
    const { ann, bot } = newTenant(memory);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await upsert(ann, `Heron number ${n} waits`));
    const first = await search(ann, "heron waits", { top_k: 2 });
    expect(first).toMatchObject({ has_more: true, items: [{}, {}] });
    await upsert(bot, "Heron heron waits waits");
    const shown = new Set(first.items.map(({ claim }) => claim.id));
    const [gone] = ids.filter((id) => !shown.has(id));
    await memory.call(ann, "forget", { memory_id: gone!, reason: "flew away" });
    const rest = await search(ann, "heron waits", { top_k: 50, cursor: first.next_cursor });
    expect(rest.has_more).toBe(false);
    expect(new Set(rest.items.map(({ claim }) => claim.id))).toEqual(
      new Set(ids.filter((id) => id !== gone && !shown.has(id))),
    );
    const foreign = [
      () => search(ann, "heron flies", { cursor: first.next_cursor }),
      () => search(bot, "heron waits", { cursor: first.next_cursor }),
      () => search(newTenant(memory).ann, "heron waits", { cursor: first.next_cursor }),
      () => search(ann, "heron waits", { cursor: `${first.next_cursor!.slice(0, -1)}_` }),
    ];
    for (const call of foreign) await expect(call()).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("merge what they are about, and tell nobody of what is hidden from them", async () => {
    const { ann, bot } = newTenant(memory);
    const owl = { id: "owl@example.org", type: "Actor", name: "Owl" };
    const id = await upsert(bot, "The owl hunts at night");
    expect(await upsert(ann, "The owl hunts at night", { entities: [owl] })).toBe(id);
    expect(await upsert(ann, "The owl hunts at night", { entities: [{ ...owl, name: "Barn owl" }] })).toBe(
      id,
    );
    const claim = async (who: Principal) => (await memory.call(who, "getClaim", { claim_id: id })).data;
    const names = async (who: Principal) =>
      (await memory.call(who, "listEntities", {})).data.entities.map(({ id: of, name }) => [of, name]);
    expect(await claim(ann)).toMatchObject({
      ...{ claim: { boundary_class: "pii" }, entities: [{ name: "Barn owl" }] },
    });
    expect(await names(bot)).toEqual([["[REDACTED:email]", "Barn owl"]]);
    // The same call twice adds nothing.
    const { evidences } = await claim(ann);
    await upsert(bot, "The owl hunts at night");
    expect((await claim(ann)).evidences).toEqual(evidences);
    // A credential without a grant reads what everybody may, by whichever operation.
    const stranger: Principal = { ...bot, via: "key", grants: [] };
    expect((await search(stranger, "owl hunts")).items).toEqual([]);
    expect(await names(stranger)).toEqual([]);
    await expect(claim(stranger)).rejects.toMatchObject({ code: "UNKNOWN_CLAIM" });
    const near = { entities: [{ id: "mouse", type: "Actor", name: "Mouse" }] };
    const relations = [{ id: "r", src_id: "mouse", dst_id: owl.id, type: "fears" }];
    const upserted = (who: Principal) => upsert(who, "Mice fear owls", { ...near, relations });
    await expect(upserted(stranger)).rejects.toMatchObject({ details: [{ path: "relations.0.dst_id" }] });
    await upserted(ann);
  });

  it("that nothing asks for do not come", async () => {
    const { bot } = newTenant(memory);
    await upsert(bot, "Invoices go out in May");
    expect((await search(bot, "zebra migration")).items).toEqual([]);
  });
});
