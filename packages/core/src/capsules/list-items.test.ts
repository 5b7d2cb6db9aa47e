import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the items in a list of capsules on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [author, reader, ann] = [agent("author"), agent("reader"), human("ann")];
  const note = async (text: string, given: object = {}) =>
    (await memory.call(author, "remember", { text, ...given } as never)).memory_id;
  const share = async (items: object, subject_id: string) =>
    (
      await memory.call(author, "createCapsule", {
        subject_type: "user",
        subject_id,
        scope: "user",
        audience_agent_ids: ["reader"],
        items,
      })
    ).capsule_id;
  const listed = async (who = reader, given: object = {}) =>
    (await memory.call(who, "listCapsules", given)).capsules;

  it("are those that the reader may see, by their sort; the count is of all", async () => {
    const chunk = await note("The heron is grey");
    const hidden = await note("Only for the author", { visibility: "private" });
    const gone = await note("Soon retracted");
    const { memory_id: decision_id } = await memory.call(author, "createDecision", { decision: "Feed it" });
    const { artifact_id, chunk_id } = await memory.call(author, "recordEvent", {
      session_id: "s",
      channel: "private",
      actor_type: "tool",
      actor_id: "cat",
      kind: "tool_result",
      content: { excerpt_text: "A long file", output: "x".repeat(70_000), tool: "cat" },
    });
    expect(artifact_id).toMatch(/^art_/);
    const items = { chunks: [chunk, hidden, gone], decisions: [decision_id], artifacts: [artifact_id!] };
    const id = await share(items, "jack");
    await memory.call(ann, "forget", { memory_id: gone, reason: "It was wrong." });
    expect(await listed()).toMatchObject([
      {
        capsule_id: id,
        item_count: 5,
        items: { chunks: [chunk], decisions: [decision_id], artifacts: [artifact_id] },
      },
    ]);
    expect((await listed(author, { mine: true }))[0]?.items.chunks).toEqual([chunk, hidden]);
    await memory.call(ann, "forget", { memory_id: chunk_id!, reason: "It was wrong." });
    expect((await listed())[0]?.items.artifacts).toEqual([]);
  });

  it("are at most the first 50, and none once the capsule is closed", async () => {
    const chunks: string[] = [];
    for (let n = 0; n < 52; n++) chunks.push(await note(`Item number ${n}`));
    const id = await share({ chunks }, "many");
    const [many] = await listed(reader, { subject_id: "many" });
    expect(many?.items.chunks).toEqual(chunks.slice(0, 50));
    expect(many?.item_count).toBe(52);
    await memory.call(author, "revokeCapsule", { capsule_id: id });
    const [closed] = await listed(author, { mine: true, subject_id: "many" });
    expect(closed).toMatchObject({
      status: "revoked",
      item_count: 52,
      items: { chunks: [], decisions: [], artifacts: [] },
    });
  });

  it("may be facts, episodes, procedures and censors, each with its history", async () => {
    const shared = { visibility: "tenant" } as const;
    const made = [
      await memory.call(author, "learnFact", { content: "The heron eats eels", ...shared }),
      await memory.call(author, "startEpisode", { summary: "The heron fell ill", ...shared }),
      await memory.call(author, "storeProcedure", { name: "Feed the heron", ...shared }),
      await memory.call(author, "addCensor", {
        trigger_pattern: "feed bread",
        reason: "It harms.",
        ...shared,
      }),
    ];
    const ids = made.map(({ id }) => id);
    const capsule_id = await share({ chunks: ids }, "heron");
    const { items } = await memory.call(reader, "getCapsule", { capsule_id });
    expect(items.map(({ memory_id, kind, text }) => [memory_id, kind, text])).toEqual([
      [ids[0], "fact", "The heron eats eels"],
      [ids[1], "episode", "The heron fell ill"],
      [ids[2], "procedure", "Feed the heron"],
      [ids[3], "censor", "feed bread\nIt harms."],
    ]);
    for (const memory_id of ids) {
      await memory.call(ann, "forget", { memory_id, reason: "It was wrong." });
      const { edits } = await memory.call(ann, "memoryHistory", { memory_id });
      expect(edits).toMatchObject([{ op: "retract", status: "approved" }]);
    }
    expect((await memory.call(reader, "getCapsule", { capsule_id })).items).toEqual([]);
  });
});
