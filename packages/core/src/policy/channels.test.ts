import { contract, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { clearanceOf } from "./clearance.js";
import { defaultPolicy } from "./default-policy.js";
import { newTenant, type TestTenant } from "./testing/tenants.js";

const channels = ["public", "team", "agent", "private"] as const;
type Channel = (typeof channels)[number];

/** They show names and counts and no memories; `list-uses.test.ts` counts by channel. */
const counts = ["listMemorySessions", "listSubjects", "listProjects", "listWriters", "listTags"];

/** What people ingest is of a class that not every channel reads; `governed-documents.test.ts` asks for these. */
const documents = [
  ...["listArtifacts", "searchArtifacts", "getArtifact", "artifactRevisions", "artifactDiff"],
  ...["searchSemanticEvents", "getSemanticEvent", "revisionEvents", "rejectedEvents", "getExtractionJob"],
  ...["searchEntities", "getEntity"],
];

/** Whoever appended to a conversation reads it, and it was said in private. */
const own = ["historyGet"];

/** Every operation that shows memories for a channel. */
const readers = (Object.keys(contract) as OperationName[]).filter((name) => {
  const { effect, input } = contract[name];
  return effect !== "write" && "channel" in input.shape && ![...counts, ...documents, ...own].includes(name);
});

describe.each(engines)("where a memory was said, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  /** One memory of each sort said in each channel; each text ends with its channel. */
  const plant = async ({ id, ann }: TestTenant) => {
    const ids: { chunks: string[]; artifacts: string[] } = { chunks: [], artifacts: [] };
    for (const channel of channels) {
      const text = `a heron was seen, said in ${channel}`;
      const said = (more: object) =>
        memory.call(ann, "recordEvent", message(text, { session_id: id, channel, ...more }));
      ids.chunks.push((await said({})).chunk_id!);
      await said({
        kind: "tool_call",
        actor_type: "tool",
        actor_id: `said in ${channel}`,
        content: { text: undefined },
      });
      const output = `said in ${channel} `.repeat(6_000);
      const { chunk_id } = await said({
        kind: "tool_result",
        actor_type: "tool",
        content: { text: undefined, output, excerpt_text: text },
      });
      const [made] = await memory.database.ownerQuery<{ artifact_id: string }>(
        `select artifact_id from palimpsest.artifact where tenant_id = $1 and memory_id = $2`,
        [id, chunk_id],
      );
      ids.artifacts.push(made!.artifact_id);
      await memory.call(ann, "createDecision", { decision: text, channel, scope: "global" });
      await memory.call(ann, "createTask", { title: text, channel, scope: "global" });
      await memory.call(ann, "createRule", { content: text, channel });
      const shared = { channel, visibility: "tenant" } as const;
      await memory.call(ann, "learnFact", { content: text, ...shared });
      await memory.call(ann, "startEpisode", { summary: text, ...shared });
      await memory.call(ann, "storeProcedure", { name: text, ...shared });
      await memory.call(ann, "addCensor", { trigger_pattern: text, reason: "It was seen", ...shared });
      await memory.call(ann, "storeSkill", {
        ...{ agent_id: "bot", user_id: "bot", procedure_type: "few_shot_example", content: text, channel },
      });
      await memory.call(ann, "logInteraction", {
        ...{ agent_id: "bot", user_id: "bot", role: "user", content: text, channel },
      });
    }
    await memory.call(ann, "createRule", { content: "heron rule for all" });
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      subject_type: "topic",
      subject_id: "heron",
      scope: "global",
      audience_agent_ids: ["bot"],
      items: ids,
      risks: ["said in agent"],
    });
    return { ...ids, capsule_id };
  };

  type Planted = Awaited<ReturnType<typeof plant>>;
  const spokenIn = (channel: Channel | undefined) => channel ?? "public";
  /** An input of each operation that would show everything that was planted. */
  const asks: Record<string, (planted: Planted, id: string, channel: Channel | undefined) => object> = {
    recall: () => ({ query: "heron", limit: 50 }),
    listMemories: () => ({ limit: 200 }),
    hybridSearch: () => ({ query: "heron", include_memory: true, limit: 50 }),
    searchChunks: () => ({ query: "heron", limit: 50 }),
    chunkTimeline: ({ chunks }, _, channel) => ({
      chunk_id: chunks[channels.indexOf(spokenIn(channel))],
      window_seconds: 3_600,
    }),
    getChunks: ({ chunks }) => ({ chunk_ids: chunks }),
    memorySearch: () => ({ query: "heron", limit: 20 }),
    memoryList: () => ({ limit: 100 }),
    searchFacts: () => ({ query: "heron", limit: 50 }),
    searchEpisodes: () => ({ query: "heron", limit: 50 }),
    searchProcedures: () => ({ query: "heron", limit: 50 }),
    searchCensors: () => ({ query: "heron", limit: 50 }),
    heartRecall: () => ({ query: "heron", limit: 50 }),
    queryKnowledge: () => ({ q: "heron", limit: 50 }),
    searchInteractions: () => ({ q: "heron", limit: 50 }),
    getRecentHistory: () => ({}),
    getRelevantSkills: () => ({ q: "heron", limit: 50 }),
    listDecisions: () => ({}),
    listTasks: () => ({}),
    listRules: () => ({}),
    getCapsule: ({ capsule_id }) => ({ capsule_id }),
    context: (_, id) => ({ query: "heron", session_id: id }),
    buildAcb: (_, id) => ({ query: "heron", session_id: id }),
  };
  const saidIn = (answer: unknown) => {
    const found = [...JSON.stringify(answer).matchAll(/said in (\w+)/g)].map(([, channel]) => channel!);
    return [...new Set(found)].sort();
  };
  const show = async (
    name: OperationName,
    here: TestTenant,
    planted: Planted,
    channel: Channel | undefined,
  ) => {
    const input = { ...asks[name]!(planted, here.id, channel), ...(channel ? { channel } : {}) };
    return saidIn(await memory.call(here.bot, name, input as never));
  };

  it("is asked by every operation that reads for a channel", () => {
    expect(readers.toSorted()).toEqual(Object.keys(asks).sort());
  });

  it("decides what each channel reads, by the default and by a policy, in every operation", async () => {
    const here = newTenant(memory);
    const planted = await plant(here);
    const check = async (reads: Record<Channel, Channel[]>) => {
      for (const name of readers) {
        for (const channel of channels) {
          const expected = name === "listRules" ? [channel] : reads[channel];
          expect(await show(name, here, planted, channel), `${name} in ${channel}`).toEqual(
            expected.toSorted(),
          );
        }
      }
    };
    const all = [...channels];
    await check({ public: ["public"], team: ["public", "team"], agent: ["agent", "public"], private: all });
    await here.set("channels: { team: { reads: [team] }, public: { reads: [public, agent] } }");
    await check({ public: ["public", "agent"], team: ["team"], agent: ["agent", "public"], private: all });
  });

  it("does not matter where no channel is named", async () => {
    const here = newTenant(memory);
    const planted = await plant(here);
    const optional = [
      "searchChunks",
      "chunkTimeline",
      "getChunks",
      "listDecisions",
      "listTasks",
      "getCapsule",
    ] as const;
    for (const name of optional) {
      expect(await show(name, here, planted, undefined), name).toEqual([...channels].sort());
    }
  });

  it("shows a rule without a channel in every one of them", async () => {
    const here = newTenant(memory);
    await memory.call(here.ann, "createRule", { content: "heron rule for all" });
    for (const channel of channels) {
      const { prompt } = await memory.call(here.bot, "context", { query: "heron", channel });
      expect(prompt, channel).toContain("heron rule for all");
    }
  });

  it("is read alike from psql", async () => {
    const here = newTenant(memory);
    const planted = await plant(here);
    const sql = (channel: Channel | null, call: string, values: unknown[] = []) =>
      memory.services.db.transaction(here.bot, async (tx) =>
        saidIn(await tx.query(`select * from palimpsest.${call}`, [here.id, channel, ...values])),
      );
    const check = async (policy: Parameters<typeof clearanceOf>[0]) => {
      for (const channel of [undefined, ...channels]) {
        const expected = [...(clearanceOf(policy, channel).saidIn ?? channels)].sort();
        const center = planted.chunks[channels.indexOf(spokenIn(channel))];
        const given = channel ?? null;
        expect(await sql(given, "search_chunks($1, 'heron', p_channel => $2)")).toEqual(expected);
        expect(await sql(given, "get_timeline($1, $3, p_channel => $2)", [center])).toEqual(expected);
        expect(await sql(given, "get_active_decisions($1, p_channel => $2)")).toEqual(expected);
      }
    };
    await check(defaultPolicy);
    await here.set("channels: { team: { reads: [team] }, public: { reads: [public, agent] } }");
    await check((await memory.services.tenants.policy(here.id)).policy!);
    const hidden = planted.chunks[channels.indexOf("private")];
    expect(await sql("team", "get_timeline($1, $3, p_channel => $2)", [hidden])).toEqual([]);
    expect(await sql("team", "search_chunks($1, $3, p_channel => $2)", ["private"])).toEqual([]);
  });

  it("keeps sensitivity secret out of effective_chunks", async () => {
    const here = newTenant(memory);
    await memory.call(here.ann, "recordEvent", message("heron open", { sensitivity: "high" }));
    await memory.call(here.ann, "recordEvent", message("heron hidden", { sensitivity: "secret" }));
    const rows = await memory.services.db.transaction(here.ann, (tx) =>
      tx.query<{ text: string }>("select text from palimpsest.effective_chunks"),
    );
    expect(rows.map(({ text }) => text)).toEqual(["heron open"]);
  });

  it("is the stricter of then and now where a context is built again", async () => {
    const here = newTenant(memory);
    await plant(here);
    const { acb } = await memory.call(here.bot, "buildAcb", {
      session_id: here.id,
      channel: "team",
      query: "heron",
    });
    await here.set("channels: { team: { reads: [team] } }");
    const again = await memory.call(here.bot, "replayAcb", {
      acb_id: acb.acb_id,
    });
    expect(saidIn(again.acb.sections)).toEqual(["team"]);
    const { left } = await memory.call(here.bot, "diffAcb", { acb_id: acb.acb_id });
    expect(new Set(left.map(({ why }) => why))).toEqual(
      new Set(["said in a channel that this one does not read"]),
    );
  });
});
