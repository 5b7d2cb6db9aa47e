import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { runJobs } from "../../testing/run-jobs.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("hybrid search on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, ben, bot] = [human("ann"), human("ben"), agent("bot")];
  const ingest = (content: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "ingestArtifact", { artifact_type: "note", source_system: "test", content, ...more });
  const find = (query: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "hybridSearch", { query, ...more });
  const idsOf = async (query: string, more: object = {}, who: Principal = ann) =>
    (await find(query, more, who)).primary_results.map(({ id }) => id);

  it("finds documents once each, and other memories only if asked", async () => {
    const ibis = await ingest(`The ibis wades at dawn. ${sentences(200)} The ibis wades at dusk.`);
    const { memory_id } = await memory.call(ann, "remember", { text: "Ann saw an ibis wade." });
    const { primary_results, ...rest } = await find("ibis wades");
    expect(primary_results).toMatchObject([
      { type: "artifact", id: ibis.artifact_id, artifact_uid: ibis.artifact_uid },
    ]);
    expect(primary_results[0]!.content).toContain("ibis");
    expect(primary_results[0]!.score).toBeCloseTo(2 / 61, 4);
    expect(rest).toMatchObject({ related_context: [], entities: [] });
    expect(rest.expand_options.map(({ option }) => option)).toEqual(["include_memory", "expand_neighbors"]);
    const both = await find("ibis wades", { include_memory: true });
    expect(both.primary_results.map(({ type, id }) => [type, id]).sort()).toEqual([
      ["artifact", ibis.artifact_id],
      ["memory", memory_id],
    ]);
    expect(await idsOf("ibis wades", { include_memory: true, limit: 1 })).toHaveLength(1);
  });

  it("shows at most three of ten from one agent, documents and memories together", async () => {
    for (let n = 0; n < 4; n++) {
      await ingest(`The avocet number ${n} is sold.`, { visibility_scope: "org" }, bot);
      await memory.call(bot, "remember", { text: `The avocet note ${n} is true.` });
    }
    const own = await ingest("The avocet of Ben is grey.", { visibility_scope: "org" }, ben);
    const { primary_results, left_out } = await find("avocet", { include_memory: true });
    expect(primary_results).toHaveLength(4);
    expect(primary_results.map(({ id }) => id)).toContain(own.artifact_id);
    expect(left_out).toContain("agent:bot");
    const searched = await memory.call(ann, "searchArtifacts", { query: "avocet", limit: 10 });
    expect(searched.results.map(({ artifact_id }) => artifact_id)).toContain(own.artifact_id);
    expect(searched).toMatchObject({
      results: { length: 4 },
      left_out: expect.stringContaining("agent:bot"),
    });
    expect((await find("avocet", { include_memory: true }, bot)).primary_results.length).toBeGreaterThan(4);
  });

  it("narrows documents as their own search does, and shows the passages around a hit", async () => {
    const near = await ingest(`${sentences(150)} The crane dances. ${sentences(150)}`, {
      ...{ artifact_type: "doc", ts: "2026-03-01T00:00:00Z" },
    });
    await ingest("The crane rests.", { source_system: "other", ts: "2026-05-01T00:00:00Z" });
    const filters = { artifact_type: "doc", time_range_end: "2026-03-01T00:00:00Z" };
    const { primary_results } = await find("crane dances", { filters, expand_neighbors: true });
    expect(primary_results.map(({ id }) => id)).toEqual([near.artifact_id]);
    expect(primary_results[0]!.expanded_content).toContain("\n[CHUNK BOUNDARY]\n");
    await expect(
      find("crane", {
        filters: { time_range_start: "2026-03-02T00:00:00Z", time_range_end: "2026-03-01T00:00:00Z" },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(find("crane", { graph_filters: ["Rumour"] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(await idsOf("crane dances", { graph_filters: null })).toContain(near.artifact_id);
  });

  it("shows nothing that is another's, highly sensitive, superseded, retracted or blocked", async () => {
    const of = { source_id: "stork" };
    await ingest("The stork nests in Alsace.", of);
    const latest = await ingest("The stork nests in Poland.", of);
    await ingest("The stork's secret nest.", { sensitivity: "highly_sensitive" });
    const all = { include_memory: true };
    expect(await idsOf("stork nests", all)).toEqual([latest.artifact_id]);
    for (const who of [ben, bot]) expect(await idsOf("stork nests", all, who)).toEqual([]);
    expect(await idsOf("stork nests", { channel: "public" })).toEqual([]);
    await memory.call(ann, "forget", { memory_id: latest.artifact_id, reason: "wrong" });
    expect(await idsOf("stork nests", all)).toEqual([]);
  });

  it("finds events of documents, and those beside them", async () => {
    const first = await ingest(
      "Decision: we paint the lighthouse white. Olga Brandt will order two brushes by Friday.",
    );
    const other = await ingest("Decision: Olga Brandt leads the harbour works.", { artifact_type: "doc" });
    await runJobs(memory.services);
    const { primary_results, related_context } = await find("paint the lighthouse");
    const event = primary_results.find(({ type }) => type === "event");
    expect(event).toMatchObject({ artifact_uid: first.artifact_uid, id: expect.stringMatching(/^sev_/) });
    expect(related_context.map(({ via }) => via)).toEqual([first.artifact_uid]);
    expect(related_context[0]!.category).toBe("Commitment");
    const wide = await find("paint the lighthouse", { graph_depth: 2, graph_seed_limit: 5 });
    expect(wide.related_context.map(({ narrative }) => narrative).join()).toContain("harbour works");
    const typesOf = async (more: object) =>
      (await find("paint the lighthouse", more)).primary_results.map(({ type }) => type);
    expect(await typesOf({ include_events: false })).not.toContain("event");
    expect(await typesOf({ filters: { artifact_type: "doc" } })).not.toContain("artifact");
    const none = { graph_expand: false };
    expect((await find("paint the lighthouse", none)).related_context).toEqual([]);
    const entitiesIn = async (more: object) =>
      (await find("paint the lighthouse", { limit: 1, ...more })).entities.map(({ name, mention_count }) => [
        name,
        mention_count,
      ]);
    expect(await entitiesIn({})).toContainEqual(["Olga Brandt", 1]);
    expect(await entitiesIn({ include_entities: false })).toEqual([]);
    await memory.call(ann, "forget", { memory_id: first.artifact_id, reason: "wrong" });
    const after = JSON.stringify(await find("paint the lighthouse", { graph_depth: 2 }));
    expect(after).not.toContain("paint the lighthouse white");
    expect(other.status).toBe("created");
  });
});
