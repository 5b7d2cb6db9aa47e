import { type Permission, rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

describe.each(engines)("facts that follow others on $name", (engine) => {
  const embedder = chosenEmbedder();
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());
  const [bot, ann] = [agent("bot"), human("ann")];
  const shared = { visibility: "tenant" } as const;
  const learn = async (content: string, more: object = {}, who: Principal = bot) =>
    (await memory.call(who, "learnFact", { content, ...more })).id;
  const supersede = (fact_id: string, content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "supersedeFact", { fact_id, content, ...more });
  const contradict = (fact_id: string, content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "contradictFact", { fact_id, content, ...more });
  const get = (fact_id: string, who: Principal = bot) => memory.call(who, "getFact", { fact_id });
  const retract = (memory_id: string, who: Principal = bot) =>
    memory.call(who, "forget", { memory_id, reason: "wrong" });
  const restore = (target_id: string) =>
    memory.call(bot, "applyEdit", {
      ...{ target_type: "fact", target_id, op: "restore", patch: {}, reason: "right" },
    } as never);

  it("take the place of the old one, which stands as superseded until they are retracted", async () => {
    const old = await learn("Tea is at three", { category: "habit", subject: "ada", project_id: "tea" });
    const next = await supersede(old, "Tea is at four");
    expect(next).toMatchObject({
      ...{ status: "created", category: "habit", subject: "ada", project_id: "tea", visibility: "private" },
    });
    expect(await get(old)).toMatchObject({ active: false, superseded_by: next.id });
    const { facts } = await memory.call(bot, "searchFacts", { query: "tea is at" });
    expect(facts.map(({ id }) => id)).toEqual([next.id]);
    const all = await memory.call(bot, "searchFacts", { query: "tea is at", active_only: false });
    expect(all.facts.map(({ id }) => id).sort()).toEqual([old, next.id].sort());
    for (const call of [
      () => supersede(old, "Tea is at five"),
      () => contradict(old, "Tea is at five"),
      () => memory.call(bot, "confirmFact", { fact_id: old }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "CONFLICT" });
    }
    await retract(next.id);
    expect(await get(old)).toMatchObject({ active: true, superseded_by: null });
    await restore(next.id);
    expect(await get(old)).toMatchObject({ active: false, superseded_by: next.id });
  });

  it("keep the tags, importance, session and end of the old one unless others are named", async () => {
    const end = "2199-01-01T00:00:00.000Z";
    const kept = { tags: ["tide"], importance: 0.9, session_id: "s-7" };
    const old = await learn("High water is at six", { ...kept, expires_at: end });
    const next = await supersede(old, "High water is at seven");
    expect(next).toMatchObject(kept);
    expect(next.expires_at).toMatch(/^2199-01-01/);
    const named = { tags: [], importance: 0.2, session_id: "s-8" };
    const last = await supersede(next.id, "High water is at eight", named);
    expect(last).toMatchObject(named);
    expect(await contradict(last.id, "High water is at nine")).toMatchObject({ tags: [], expires_at: null });
  });

  it("are never compared with the one that they replace", async () => {
    const old = await learn("The gate is green");
    embedder.choose("The gate is grey", "The gate is green", 0.99);
    expect(await supersede(old, "The gate is grey")).toMatchObject({
      ...{ status: "created", contradiction_warning: null },
    });
    for (const call of [supersede, contradict]) {
      const own = await learn(`Mirrors ${call === supersede ? "turn" : "swap"} sides`);
      const text = `mirrors ${call === supersede ? "turn" : "swap"}  sides`;
      await expect(call(own, text)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: [{ path: "content" }],
      });
    }
  });

  it("may be a fact that was known already", async () => {
    const [old, third] = [await learn("The lamp is oil"), await learn("The lamp is gas")];
    expect(await supersede(old, "The lamp is gas")).toMatchObject({ id: third, status: "confirmed" });
    expect(await get(old)).toMatchObject({ superseded_by: third });
    const other = await learn("Owls hunt by day", shared, ann);
    const known = await learn("Owls hunt by ear", shared, agent("cog"));
    expect(await contradict(other, "Owls hunt by ear")).toMatchObject({ id: known, contradiction_of: other });
  });

  it("let one of several concurrent replacements win, and the others leave nothing", async () => {
    const old = await learn("The bell is bronze");
    const tries = await Promise.allSettled(
      ["tin", "iron", "glass", "clay"].map((stuff) => supersede(old, `The bell is ${stuff}`)),
    );
    const lost = tries.filter((tried) => tried.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
    const { facts } = await memory.call(bot, "searchFacts", { query: "bell", active_only: false });
    expect(facts.filter(({ content }) => content.startsWith("The bell is"))).toHaveLength(2);
  });

  it("weaken what they contradict, each text once, until they are retracted", async () => {
    const old = await learn("Rooks nest in elms", { confidence: 0.9 });
    const first = await contradict(old, "Rooks nest in oaks");
    expect(first).toMatchObject({ status: "created", contradiction_of: old });
    await contradict(old, "Rooks nest in oaks");
    expect(await get(old)).toMatchObject({ active: true, confidence: 0.7 });
    const second = await memory.call(bot, "learnFact", {
      content: "Rooks nest in barns",
      contradiction_of: old,
    });
    expect(second).toMatchObject({ contradiction_of: old });
    expect(await get(old)).toMatchObject({ confidence: 0.5 });
    await retract(first.id);
    expect(await get(old)).toMatchObject({ confidence: 0.7 });
    const low = await learn("Rooks sing well", { confidence: 0.1 });
    await contradict(low, "Rooks croak");
    expect(await get(low)).toMatchObject({ confidence: 0 });
  });

  it("weaken once with one text, also when it was learned anew", async () => {
    const old = await learn("The lock is green", { confidence: 0.9 });
    const first = await contradict(old, "The lock is mauve");
    await memory.call(bot, "deactivateFact", { fact_id: first.id });
    expect((await contradict(old, "The lock is mauve")).id).not.toBe(first.id);
    expect(await get(old)).toMatchObject({ confidence: 0.7 });
    await contradict(old, "The lock is ochre");
    expect(await get(old)).toMatchObject({ confidence: 0.5 });
  });

  it("leave nothing behind where their text was retracted", async () => {
    await retract(await learn("The well is deep"));
    const old = await learn("The well is dry", { confidence: 0.9 });
    for (const call of [supersede, contradict]) {
      await expect(call(old, "The well is deep")).rejects.toMatchObject({ code: "TOMBSTONED" });
    }
    expect(await get(old)).toMatchObject({ active: true, superseded_by: null, confidence: 0.9 });
  });

  it("form a chain that is followed for ten links, and never in a circle", async () => {
    const kind = (n: number) => `Post stands at ${"abcdefghijkl"[n]}`;
    const ids = [await learn(kind(0))];
    for (let n = 1; n <= 11; n++) ids.push((await supersede(ids.at(-1)!, kind(n))).id);
    const current = (fact_id: string) => memory.call(bot, "getCurrentFact", { fact_id });
    expect(await current(ids[1]!)).toMatchObject({ id: ids[11], active: true, chain: ids.slice(1) });
    await expect(current(ids[0]!)).rejects.toMatchObject({
      code: "CONFLICT",
      details: [{ message: ids[10] }],
    });
    // A circle that nobody can make but by hand.
    await memory.database.ownerQuery(
      `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
       select tenant_id, $1, $2, 'supersedes' from palimpsest.memory where id = $1`,
      [ids[9], ids[11]],
    );
    await expect(current(ids[9]!)).rejects.toMatchObject({ code: "CONFLICT" });
    const back = await supersede(await learn("Gulls are white"), "Gulls are grey");
    const third = await supersede(back.id, "Gulls are white");
    expect(third.status).toBe("created");
    expect(await current(back.id)).toMatchObject({ id: third.id });
  });

  it("are an agent's to make of what agents wrote, and of a person's only as a contradiction", async () => {
    const id = await learn("The mill grinds wheat", { ...shared, confidence: 0.9 }, ann);
    const refused = { code: "FORBIDDEN", message: expect.stringContaining("Contradict it") };
    await expect(supersede(id, "The mill grinds oats")).rejects.toMatchObject(refused);
    await expect(memory.call(bot, "deactivateFact", { fact_id: id })).rejects.toMatchObject(refused);
    await memory.call(bot, "confirmFact", { fact_id: id });
    await contradict(id, "The mill grinds oats");
    expect(await get(id, ann)).toMatchObject({ confirmation_count: 1, confidence: 0.7, active: true });
    const permissions = new Set<Permission>(rolePermissions.reviewer);
    await supersede(id, "The mill grinds rye", {}, { ...bot, role: "reviewer", permissions });
    expect(await get(id, ann)).toMatchObject({ active: false });
  });

  it("of one agent count once against what somebody else wrote, in search and recall alike", async () => {
    const id = await learn("The weir holds eels", { ...shared, confidence: 0.9 }, ann);
    const said = ["The weir holds no eels", "Never were there eels in the weir", "Eels avoid the weir"];
    for (const content of said) await contradict(id, content, shared);
    const confidences = async () => {
      const query = "The weir holds eels";
      const { facts } = await memory.call(ann, "searchFacts", { query });
      const { results } = await memory.call(ann, "heartRecall", { query, types: ["fact", "episode"] });
      const recalled = results.find((one) => one.id === id);
      return [await get(id, ann), facts.find((one) => one.id === id)!, recalled!.metadata].map(
        (one) => one.confidence,
      );
    };
    expect(await confidences()).toEqual([0.7, 0.7, 0.7]);
    await contradict(id, "The weir is empty", shared, agent("cog"));
    await contradict(id, "The weir has only trout", shared, ann);
    expect((await confidences())[0]).toBe(0.3);
    expect(new Set(await confidences()).size).toBe(1);
  });

  it("are not needed to take a fact out of force, and do not bring it back then", async () => {
    const old = await learn("Swifts sleep in flight");
    const next = await supersede(old, "Swifts sleep on roofs");
    for (let n = 0; n < 2; n++) {
      expect(await memory.call(bot, "deactivateFact", { fact_id: old })).toMatchObject({ active: false });
    }
    await retract(next.id);
    expect(await get(old)).toMatchObject({ active: false, superseded_by: null });
    await expect(memory.call(bot, "confirmFact", { fact_id: old })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("put the old one back in force when their writer is rolled back, also where nobody else sees them", async () => {
    const rogue = agent("rogue");
    const [own, ours] = [
      await learn("Ducks eat bread", {}, rogue),
      await learn("Ducks eat corn", { ...shared, confidence: 0.9 }, ann),
    ];
    const [now] = await memory.database.ownerQuery<{ since: string }>(
      `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since`,
    );
    await supersede(own, "Ducks eat gold", {}, rogue);
    await contradict(ours, "Ducks eat sand", {}, rogue);
    expect(await get(ours, ann)).toMatchObject({ confidence: 0.7 });
    await memory.call(human("rev"), "bulkEdit", {
      writer: "agent:rogue",
      since: now!.since,
      op: "retract",
      reason: "lies",
    });
    expect(await get(ours, ann)).toMatchObject({ confidence: 0.9 });
    expect(await get(own, rogue)).toMatchObject({ active: true, superseded_by: null });
  });
});
