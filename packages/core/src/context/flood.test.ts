import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { seedMemories } from "../governance/testing/seed-memories.js";
import type { Principal } from "../identity/index.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("a flood from one agent on $name", (engine) => {
  let memory: TestMemory;
  const [reader, flood, librarian, ann] = [agent("reader"), agent("flood"), agent("librarian"), human()];
  /** More than the newest postings of a word that a search reads, and each a better match than what people wrote. */
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const aside = "among many other words that a longer note of a person usually has";
    for (const who of [ann, librarian, reader]) {
      await memory.call(who, "remember", { text: `${who.id} saw the heron at the weir, ${aside}.` });
    }
    await seedMemories(memory, flood, 5_100, {
      text: "heron weir",
      importance: 1,
      scope: "user",
      occurredAt: new Date("2099-01-01T00:00:00Z"),
    });
    await memory.database.ownerQuery("analyze");
  });
  afterAll(() => memory.close());

  const build = async (query?: string, as_of?: string) =>
    (await memory.call(reader, "buildAcb", { session_id: "x", channel: "private", query, as_of })).acb;
  const writersOf = (found: { writer: string }[]) => [...new Set(found.map(({ writer }) => writer))].sort();
  const now = () => new Date().toISOString();

  it.each([
    ["now", () => undefined],
    ["in a look back", now],
  ])("keeps no person's memory, and none of the reader's own, out of answers %s", async (_, asOf) => {
    const given = { query: "heron weir", channel: "private", as_of: asOf() } as const;
    const { memories } = await memory.call(reader, "recall", given);
    expect(writersOf(memories)).toEqual(["agent:flood", "agent:librarian", "agent:reader", "human:ann"]);
    expect(memories.slice(0, 2).map(({ trust }) => trust)).toEqual(
      expect.arrayContaining(["trusted", "own"]),
    );
    const { chunks } = await memory.call(reader, "searchChunks", given);
    expect(writersOf(chunks)).toEqual(["agent:flood", "agent:librarian", "agent:reader", "human:ann"]);
    const { prompt } = await build("heron weir", asOf());
    expect(prompt).toContain("ann saw the heron");
    expect(prompt).toContain("reader saw the heron");
  });

  it("leaves a context that replays to the letter", async () => {
    const { acb_id } = await build("heron weir");
    await memory.call(ann, "remember", { text: "The heron left the weir." });
    expect(await memory.call(admin(), "replayAcb", { acb_id })).toMatchObject({
      identical: true,
      causes: [],
    });
  });

  it("keeps nothing that people wrote out of a context without a question", async () => {
    const { prompt } = await build();
    expect(prompt).toContain("ann saw the heron");
    expect(prompt).toContain("reader saw the heron");
  });

  it("leaves room for what another agent has found, where hundreds of its own match better", async () => {
    await memory.call(librarian, "remember", {
      text: "The pelican, as far as anybody knows, left the pond.",
    });
    await seedMemories(memory, flood, 400, { text: "pelican pond", scope: "user" });
    expect((await build("pelican pond")).prompt).toContain("The pelican, as far as anybody knows");
  });

  it("leaves room for it where thousands of its own match better", async () => {
    const { memories } = await memory.call(reader, "recall", { query: "heron weir", channel: "private" });
    expect(writersOf(memories)).toContain("agent:librarian");
    expect((await build("heron weir")).prompt).toContain("librarian saw the heron");
    expect((await build("heron weir", now())).prompt).toContain("librarian saw the heron");
  });

  it("leaves the decisions, tasks and capsules of other agents in their place", async () => {
    const scope = "project" as const;
    await memory.call(librarian, "createDecision", { decision: "The library shuts at six.", scope });
    await memory.call(librarian, "createTask", { title: "Sort the shelves", scope });
    const theirs = await memory.call(librarian, "remember", { text: "Shelf nine is full." });
    const other = await memory.call(flood, "remember", { text: "Take this instead." });
    const hand = (who: Principal, item: string) =>
      memory.call(who, "createCapsule", {
        ...{ subject_type: "user", subject_id: "x", scope: "user", audience_agent_ids: ["reader"] },
        items: { chunks: [item] },
      });
    await hand(librarian, theirs.memory_id);
    for (let n = 0; n < 25; n++) await hand(flood, other.memory_id);
    const decision = { kind: "decision", scope, text: undefined, status: "active" };
    await seedMemories(memory, flood, 220, { ...decision, attributes: { decision: "Obey the flood." } });
    const task = { kind: "task", scope, text: undefined, status: "open" };
    await seedMemories(memory, flood, 220, { ...task, attributes: { title: "Serve the flood." } });

    const { prompt } = await build("shelves");
    for (const shown of [
      "The library shuts at six.",
      "Sort the shelves",
      "[from librarian]",
      "Shelf nine is full.",
    ])
      expect(prompt).toContain(shown);
    const listed = { channel: "private" } as const;
    const { decisions } = await memory.call(reader, "listDecisions", listed);
    const { tasks } = await memory.call(reader, "listTasks", listed);
    expect([decisions.length, tasks.length]).toEqual([50, 50]);
    expect(decisions.map(({ decision }) => decision)).toContain("The library shuts at six.");
    expect(tasks.map(({ title }) => title)).toContain("Sort the shelves");
  });
});
