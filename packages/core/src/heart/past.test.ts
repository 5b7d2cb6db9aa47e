import { contract, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];
const shared = { visibility: "tenant", channel: "private" } as const;

/** Searches of one state, and what puts a memory into another. */
const moves = {
  searchFacts: { change: "deactivateFact", field: "fact_id" },
  queryKnowledge: { change: "deactivateFact", field: "fact_id" },
  heartRecall: { change: "retireProcedure", field: "procedure_id" },
  searchProcedures: { change: "retireProcedure", field: "procedure_id" },
  getRelevantSkills: { change: "retireProcedure", field: "procedure_id" },
  searchCensors: { change: "deactivateCensor", field: "censor_id" },
} as const;

/** Every search of the Heart, and how what it finds is written. */
const searches = [
  {
    search: "searchFacts",
    write: "learnFact",
    type: "fact",
    asks: "query",
    input: { content: "A heron in the pond", ...shared },
  },
  {
    search: "heartRecall",
    write: "storeProcedure",
    type: "procedure",
    asks: "query",
    input: { name: "Call the heron", ...shared },
  },
  {
    search: "queryKnowledge",
    write: "storeKnowledge",
    type: "fact",
    asks: "q",
    input: { content: "A heron on the roof", public: true },
  },
  {
    search: "searchInteractions",
    write: "logInteraction",
    type: "interaction",
    asks: "q",
    input: { agent_id: "bot", user_id: "bot", role: "user", content: "Where is the heron?" },
  },
  {
    search: "searchEpisodes",
    write: "startEpisode",
    type: "episode",
    asks: "query",
    input: { summary: "We fed the heron", ...shared },
  },
  {
    search: "searchProcedures",
    write: "storeProcedure",
    type: "procedure",
    asks: "query",
    input: { name: "Feed the heron", ...shared },
  },
  {
    search: "getRelevantSkills",
    write: "storeSkill",
    type: "procedure",
    asks: "q",
    input: { agent_id: "bot", user_id: "bot", procedure_type: "system_prompt", content: "Greet the heron" },
  },
  {
    search: "searchCensors",
    write: "addCensor",
    type: "censor",
    asks: "query",
    input: { trigger_pattern: "chase the heron", reason: "The heron leaves", ...shared },
  },
] as const;

it("is tried through every operation that takes as_of and tells of no gaps", () => {
  const names = (Object.keys(contract) as OperationName[]).filter((name) => {
    const { shape } = contract[name].input;
    return "as_of" in shape && !("see_withheld" in shape);
  });
  expect(names.toSorted()).toEqual(searches.map(({ search }) => search).sort());
});

describe.each(engines)("the past of the Heart on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const now = async () => {
    const [row] = await memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return row!.at;
  };

  it.each(searches)(
    "$search does not show what was withheld since",
    async ({ search, write, type, asks, input }) => {
      for (const op of ["quarantine", "retract"] as const) {
        const words = JSON.parse(JSON.stringify(input).replaceAll("heron", `${op} heron`));
        const { id } = (await memory.call(ann, write, words as never)) as { id: string };
        const as_of = await now();
        const found = async (asking: object) =>
          JSON.stringify(await memory.call(bot, search, { [asks]: `${op} heron`, ...asking } as never));
        expect(await found({}), op).toContain(id);
        expect(await found({ as_of }), op).toContain(id);
        await memory.call(ann, "applyEdit", { target_type: type, target_id: id, op, reason: "a test" });
        expect(await found({}), op).not.toContain(id);
        expect(await found({ as_of }), op).not.toContain(id);
      }
    },
  );

  it.each(searches.flatMap((one) => (one.search in moves ? [one] : [])))(
    "$search goes by the state of that moment",
    async ({ search, write, asks, input }) => {
      const { change, field } = moves[search as keyof typeof moves];
      const words = JSON.parse(JSON.stringify(input).replaceAll("heron", "grey heron"));
      const { id } = (await memory.call(ann, write, words as never)) as { id: string };
      const before = await now();
      await memory.call(ann, change, { [field]: id } as never);
      const after = await now();
      const found = async (as_of: string) =>
        JSON.stringify(await memory.call(bot, search, { [asks]: "grey heron", as_of } as never));
      expect(await found(before)).toContain(id);
      expect(await found(after)).not.toContain(id);
    },
  );

  it("replays a context of facts that were deactivated since", async () => {
    const { id } = await memory.call(ann, "learnFact", { content: "Olga steers the ferry", ...shared });
    const { acb } = await memory.call(bot, "buildAcb", {
      ...{ session_id: "pier", channel: "private", query: "who steers the ferry" },
    });
    expect(acb.sections.flatMap(({ items }) => items.map(({ memory_id }) => memory_id))).toContain(id);
    await memory.call(ann, "deactivateFact", { fact_id: id });
    const replayed = await memory.call(bot, "replayAcb", { acb_id: acb.acb_id });
    expect(replayed).toMatchObject({ identical: true, verified: true, causes: [] });
  });

  it("finds the passages of the revision of that moment", async () => {
    const ingest = (content: string) =>
      memory.call(ann, "ingestArtifact", {
        ...{ artifact_type: "doc", source_system: "drive", source_id: "pier", content },
      });
    await ingest("The jetty opens in spring.");
    const as_of = await now();
    await ingest("The jetty opens in autumn.");
    const found = async (asking: object) =>
      (await memory.call(ann, "recall", { query: "when does the jetty open", ...asking })).memories.map(
        ({ text }) => text,
      );
    expect(await found({ as_of })).toEqual(["The jetty opens in spring."]);
    expect(await found({})).toEqual(["The jetty opens in autumn."]);
  });
});
