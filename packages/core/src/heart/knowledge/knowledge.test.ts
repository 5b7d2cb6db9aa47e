import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";
import { calibrated } from "./match.js";

describe.each(engines)("knowledge on $name", (engine) => {
  const embedder = chosenEmbedder();
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());
  const [bot, cog, ann] = [agent("bot"), agent("cog"), human("ann")];
  const store = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "storeKnowledge", { content, ...more });
  const upsert = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "upsertKnowledge", { content, ...more });
  const query = async (q: string, more: object = {}, who: Principal = bot) =>
    (await memory.call(who, "queryKnowledge", { q, ...more })).results;
  const amend = (id: string, text: string) =>
    memory.call(ann, "correct", { memory_id: id, text, reason: "it is so" });

  it("is stored once under an external id, and updated with its history", async () => {
    const first = await store("Invoices go out in May", {
      ...{ external_id: "bill-1", metadata: { page: 1 }, tags: ["billing"], source: "handbook" },
    });
    expect(first).toMatchObject({ status: "created", masked: 0 });
    const again = await store("Invoices go out in June", { external_id: "bill-1", tags: ["new"] });
    expect(again).toMatchObject({ id: first.id, status: "updated", created_at: first.created_at });
    expect(again.updated_at > first.updated_at).toBe(true);
    const [found] = await query("invoices go out");
    expect(found).toMatchObject({
      ...{ id: first.id, content: "Invoices go out in June", metadata: {}, tags: ["new"] },
      ...{ user_id: "bot", public: false, external_id: "bill-1", source: "handbook", writer: "agent:bot" },
      ...{ trust: "own", edits_applied: 1 },
    });
    const { edits } = await memory.call(bot, "memoryHistory", { memory_id: first.id });
    expect(edits.map(({ op, status }) => [op, status])).toEqual([["amend", "approved"]]);
    expect(await query("invoices May", { include_public: false })).toHaveLength(1);
    const facts = await memory.call(bot, "searchFacts", { query: "invoices go out" });
    expect(facts.facts[0]?.id).toBe(first.id);
  });

  it("is one fact for the same content, in the same place and for the same readers", async () => {
    const first = await store("Refunds take a week");
    expect(await store("refunds take a  week")).toMatchObject({ id: first.id, status: "updated" });
    expect(await memory.call(bot, "getFact", { fact_id: first.id })).toMatchObject({ confirmation_count: 1 });
    for (const more of [{ user_id: "ada" }, { public: true }, { project_id: "p" }, { subject_id: "ada" }]) {
      expect((await store("Refunds take a week", more)).status, JSON.stringify(more)).toBe("created");
    }
    expect((await store("Refunds take a week", {}, cog)).status).toBe("created");
    const all = await Promise.all(
      Array.from({ length: 8 }, () => store("Cards expire", { external_id: "c" })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it("is merged by similarity only when asked, and never across a number", async () => {
    const { id } = await store("The desk opens early");
    embedder.choose("The desk opens soon", "The desk opens early", 0.96);
    expect(await store("The desk opens soon", { tags: ["apart"] })).toMatchObject({ status: "created" });
    embedder.choose("The desk opens at once", "The desk opens early", 0.96);
    expect(await upsert("The desk opens at once", { dedupe_threshold: 0.97 })).toMatchObject({
      ...{ status: "created", matched_by: null, similarity: null },
    });
    embedder.choose("The desk opens before all others", "The desk opens early", 0.96);
    expect(await upsert("The desk opens before all others")).toMatchObject({
      ...{ id, status: "updated", matched_by: "similarity", similarity: 0.96 },
    });
    embedder.choose("The desk opens at 7", "The desk opens before all others", 0.99);
    expect(await upsert("The desk opens at 7")).toMatchObject({ status: "created" });
    expect(await upsert("The desk opens at 7")).toMatchObject({ matched_by: "content_hash" });
    expect([calibrated(0.95, 0.9), calibrated(1, 0.9), calibrated(0.5, 0.9)]).toEqual([0.9, 1, 0.5]);
  });

  it("is read by the caller and the user that it names, and by nobody else", async () => {
    await store("Ada owes for two seats", { user_id: "ada" });
    expect(await query("owes seats", {}, human("ada"))).toMatchObject([{ user_id: "ada", public: false }]);
    for (const who of [cog, ann]) expect(await query("owes seats", {}, who)).toEqual([]);
    await expect(store("For a team", { user_id: "team:red" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it("does not undo what others edited, and is not others' to change", async () => {
    const shared = { public: true, external_id: "price" };
    const { id } = await store("Tea costs two crowns", shared);
    await expect(store("Tea costs three crowns", shared, cog)).rejects.toMatchObject({ code: "CONFLICT" });
    const same = await store("Tea costs two crowns", { public: true, metadata: { by: "cog" } }, cog);
    expect(same).toMatchObject({ id, status: "updated" });
    await amend(id, "Tea costs four crowns");
    expect(await store("Tea costs two crowns", shared)).toMatchObject({ id, status: "updated" });
    expect(await store("Tea costs two crowns", { public: true })).toMatchObject({ id });
    for (const more of [{ public: true }, shared]) {
      expect(await store("Tea costs two crowns", more, cog)).toMatchObject({ id, status: "updated" });
    }
    await expect(store("Tea costs five crowns", shared)).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await query("tea costs"))[0]).toMatchObject({ content: "Tea costs four crowns", metadata: {} });
    expect(await store("Tea costs six crowns", shared, ann)).toMatchObject({ id, status: "updated" });
    expect((await query("tea costs"))[0]).toMatchObject({ content: "Tea costs six crowns" });
  });

  it("frees the external id of a retracted fact, and refuses its text", async () => {
    const { id } = await store("Gold is cheap", { external_id: "gold" });
    await memory.call(bot, "forget", { memory_id: id, reason: "wrong" });
    await expect(store("Gold is cheap", { external_id: "gold" })).rejects.toMatchObject({
      code: "TOMBSTONED",
    });
    expect(await query("gold cheap")).toEqual([]);
    const next = await store("Gold is dear", { external_id: "gold" });
    expect(next.status).toBe("created");
    await expect(store("Gold is cheap", { external_id: "gold" })).rejects.toMatchObject({
      code: "TOMBSTONED",
    });
    expect((await store("Gold is cheap", {}, cog)).status).toBe("created");
  });

  it("is kept with the strictest sensitivity that it was stored with", async () => {
    const { id } = await store("The gate code is on the wall");
    const kept = async () => (await memory.call(bot, "getFact", { fact_id: id })).sensitivity;
    for (const [sensitivity, shown] of [
      ["high", "high"],
      ["none", "high"],
    ]) {
      expect(await store("The gate code is on the wall", { sensitivity })).toMatchObject({
        id,
        status: "updated",
      });
      expect(await kept()).toBe(shown);
    }
  });

  it("says how it is searched, also for a blank question", async () => {
    expect(await memory.call(bot, "queryKnowledge", { q: " " })).toMatchObject({
      ...{ results: [], mode: "words and vectors" },
    });
  });

  it("ends when the last write says, or not at all", async () => {
    const end = "2199-01-01T00:00:00.000Z";
    const { id } = await store("The lease runs", { expires_at: end });
    const expiry = async () =>
      (await memory.call(bot, "getFact", { fact_id: id })).expires_at?.slice(0, 10) ?? null;
    expect(await expiry()).toBe("2199-01-01");
    expect(await store("The lease runs")).toMatchObject({ id, status: "updated" });
    expect(await expiry()).toBeNull();
    expect(await upsert("The lease runs", { expires_at: end })).toMatchObject({ id, status: "updated" });
    expect(await expiry()).toBe("2199-01-01");
  });
});
