import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Tx } from "../db/index.js";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { chosenEmbedder } from "./testing/chosen-embedder.js";

describe.each(engines)("recall of several kinds on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => memory.close());
  const [bot, cog, dan, eve] = [agent("bot"), agent("cog"), agent("dan"), agent("eve")];
  const ann = human("ann");
  const recall = async (query: string, more: object = {}, who: Principal = bot) =>
    (await memory.call(who, "heartRecall", { query, ...more })).results;
  const learn = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "learnFact", { content, ...more });

  /** How often the database is waited for, however many statements are sent at once. */
  async function roundTrips(work: () => Promise<unknown>): Promise<number> {
    const { db } = memory.services;
    const transaction = db.transaction.bind(db);
    let [trips, waiting] = [0, 0];
    const counted =
      <A extends unknown[], R>(send: (...given: A) => Promise<R>) =>
      async (...given: A) => {
        if (waiting++ === 0) trips += 1;
        return send(...given).finally(() => {
          waiting -= 1;
        });
      };
    const spy = vi
      .spyOn(db, "transaction")
      .mockImplementation((who, run, options) =>
        transaction(
          who,
          (tx) => run({ query: counted(tx.query), prepared: counted(tx.prepared) } as Tx),
          options,
        ),
      );
    await work();
    spy.mockRestore();
    return trips;
  }

  it("fuses the ranks of its types, in one round trip, and changes nothing", async () => {
    const fact = await learn("The kiln is fired on Mondays", { category: "craft", subject: "kiln" });
    const second = await learn("A kiln holds forty bowls that potters glaze");
    const { id: procedure } = await memory.call(bot, "storeProcedure", {
      ...{ name: "Fire the kiln", domain: "craft" },
    });
    const { id: censor } = await memory.call(bot, "addCensor", {
      ...{ trigger_pattern: "open the kiln hot", reason: "The bowls crack", domain: "craft" },
    });
    const { id: episode } = await memory.call(bot, "startEpisode", { summary: "We fired the kiln" });
    await memory.call(bot, "contradictFact", { fact_id: fact.id, content: "Nobody fires on Mondays" });
    const asked = { query: "When is the kiln fired?", limit: 5 };
    let results: Awaited<ReturnType<typeof recall>> = [];
    const ask = async () => {
      results = await recall(asked.query, asked);
    };
    // Once a second a call reads the policy anew, which is a trip of its own.
    let trips = await roundTrips(ask);
    for (let n = 0; n < 9 && trips > 1; n++) trips = await roundTrips(ask);
    expect(trips).toBe(1);
    expect(results.map(({ type, id, score, rank }) => [type, id, score, rank])).toEqual([
      ["fact", fact.id, 0.016393, 1],
      ["episode", episode, 0.016393, 1],
      ["procedure", procedure, 0.016393, 1],
      ["censor", censor, 0.016393, 1],
      ["fact", second.id, 0.016129, 2],
    ]);
    expect(results.map(({ metadata }) => metadata)).toMatchObject([
      { category: "craft", subject: "kiln", confidence: 0.8 },
      { outcome: "ongoing", started_at: expect.stringMatching(/Z$/) },
      { domain: "craft", effectiveness: 0.5 },
      { action: "warn", domain: "craft" },
      { category: null, subject: null, confidence: 1 },
    ]);
    expect(results[3]).toMatchObject({ summary: "open the kiln hot\nThe bowls crack", trust: "own" });
    const { facts } = await memory.call(bot, "searchFacts", { query: asked.query });
    expect(facts.slice(0, 2).map(({ id }) => id)).toEqual([fact.id, second.id]);
    expect(await memory.call(bot, "getCensor", { censor_id: censor })).toMatchObject({ activation_count: 0 });
    const explained = await recall(asked.query, { types: ["procedure", "fact"], limit: 2, explain: true });
    expect(explained.map(({ type }) => type)).toEqual(["procedure", "fact"]);
    expect(explained[1]!.parts).toEqual((await factParts(asked.query))[0]);
  });
  const factParts = async (query: string) =>
    (await memory.call(bot, "searchFacts", { query, explain: true })).facts.map(({ parts }) => parts);

  it("says how it is searched, also for a blank question", async () => {
    const asked = await memory.call(bot, "heartRecall", { query: "  " });
    expect(asked).toEqual({ results: [], mode: "words and vectors" });
  });

  /** A store whose embedder does not answer, so that words alone are searched. */
  async function openWordsAlone(): Promise<TestMemory> {
    const embedder = chosenEmbedder();
    const store = await openTestMemory(engine, { embedder });
    embedder.silent = true;
    return store;
  }

  it("finds what matches only by its neighbours in a session, as a search of each kind does", async () => {
    const store = await openWordsAlone();
    const at = { session_id: "marsh" };
    const fact = (content: string, more: object = at) => store.call(bot, "learnFact", { content, ...more });
    const said = [
      (await fact("The bittern booms at dusk")).id,
      (await fact("Reeds hide its nest")).id,
      (await store.call(bot, "startEpisode", { summary: "We waited in the hide", ...at })).id,
      (await store.call(bot, "storeProcedure", { name: "Keep still for an hour", ...at })).id,
      (await store.call(bot, "addCensor", { trigger_pattern: "talk aloud", reason: "It flies off", ...at }))
        .id,
    ];
    await fact("Reeds make good roofs", { session_id: "village" });
    const query = { query: "bittern booms", explain: true };
    const { results } = await store.call(bot, "heartRecall", query);
    expect(results.map(({ id }) => id).sort()).toEqual(said.toSorted());
    const alone = {
      fact: (await store.call(bot, "searchFacts", query)).facts,
      episode: (await store.call(bot, "searchEpisodes", query)).episodes,
      procedure: (await store.call(bot, "searchProcedures", query)).procedures,
      censor: (await store.call(bot, "searchCensors", query)).censors,
    };
    for (const [type, found] of Object.entries(alone)) {
      const ofType = results.filter((result) => result.type === type);
      expect(
        ofType.map(({ id }) => id),
        type,
      ).toEqual(found.map(({ id }) => id));
      // How long the neighbours are is known as far as they were looked at, so windows differ a little.
      for (const [n, { parts }] of ofType.entries())
        expect(parts!.words, type).toBeCloseTo(found[n]!.parts!.words, 1);
    }
    await store.close();
  });

  it("looks for decisions and notes too if asked, and for each type once", async () => {
    const { memory_id: note } = await memory.call(dan, "remember", { text: "Owls nest in the barn" });
    const { memory_id: decision } = await memory.call(dan, "createDecision", {
      decision: "Leave the barn to the owls",
    });
    expect(await recall("owls barn", {}, dan)).toEqual([]);
    const both = await recall("owls barn", { types: ["chunk", "decision"] }, dan);
    expect(both.map(({ id }) => id)).toEqual([note, decision]);
    for (const types of [["fact", "fact"], [], ["task"]]) {
      await expect(recall("owls", { types })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    expect(await recall("  ")).toEqual([]);
  });

  it("shows what is in force and may be read, now and at a moment", async () => {
    const { id, created_at: as_of } = await learn(
      "Moss grows on the north wall",
      { visibility: "tenant" },
      eve,
    );
    await learn("Moss is private to cog", {}, cog);
    const found = async (more: object = {}) => (await recall("moss", more, eve)).map((result) => result.id);
    const { id: later } = await learn("Moss turned the wall green", {}, eve);
    expect((await found()).sort()).toEqual([id, later].sort());
    expect(await found({ as_of })).toEqual([id]);
    await memory.call(eve, "deactivateFact", { fact_id: later });
    expect(await found()).toEqual([id]);
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "fact", target_id: id, op: "quarantine", reason: "a test" },
    });
    expect([await found(), await found({ as_of })]).toEqual([[], []]);
    await expect(found({ include_quarantined: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("finds what the reader trusts among more matches of others than it looks at", async () => {
    const { id } = await learn(
      "The tide table hangs in the hall beside the long coats of the crew",
      {
        ...{ visibility: "tenant" },
      },
      ann,
    );
    const crowd = Array.from({ length: 60 }, (_, n) => `tide table ${n}`);
    for (const text of crowd) await learn(text, { visibility: "tenant" }, cog);
    const results = await recall("tide table", { limit: 10 });
    expect(results[0]).toMatchObject({ id, trust: "trusted" });
  });

  it("shows how an episode ended", async () => {
    const { id: episode_id } = await memory.call(bot, "startEpisode", { summary: "The ibis crosses" });
    await memory.call(bot, "endEpisode", { episode_id, outcome: "partial" } as never);
    const [found] = await recall("ibis crosses", { types: ["episode"] });
    expect(found).toMatchObject({ id: episode_id, metadata: { outcome: "partial" } });
  });

  it("shows at most three of ten from one writer, whatever the kinds", async () => {
    const shared = { visibility: "tenant" };
    for (let n = 0; n < 4; n++) {
      await learn(`Puffin fact ${n * 7} of the cliff`, shared, cog);
      await memory.call(cog, "startEpisode", { summary: `Puffin tour ${n}`, ...shared } as never);
      await memory.call(cog, "storeProcedure", { name: `Puffin routine ${n}`, ...shared } as never);
    }
    const { results, left_out } = await memory.call(bot, "heartRecall", { query: "puffin", limit: 10 });
    expect(results).toHaveLength(3);
    expect(left_out).toContain("agent:cog");
    expect((await recall("puffin", { limit: 10 }, cog)).length).toBeGreaterThan(3);
  });

  it("finds a fact by its words behind hundreds of turns of a conversation that say them better", async () => {
    const store = await openWordsAlone();
    const content = `A gannet ${"and whatever else was seen that day ".repeat(10)}`;
    const { id } = await store.call(bot, "learnFact", { content });
    for (const session_id of ["one", "two", "three"]) {
      const events = Array.from({ length: 150 }, (_, n) => message(`gannet ${n}`, { session_id }));
      await store.call(bot, "recordEvents", { events });
    }
    const { results, mode } = await store.call(bot, "heartRecall", { query: "gannet" });
    expect([results.map((result) => result.id), mode]).toEqual([[id], "words alone"]);
    await store.close();
  });
});
