import { contract } from "@palimpsest/contract";
import { countTokens } from "@palimpsest/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../../core/src/db/testing/index.js";
import { message } from "../../../../core/src/testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../../core/src/testing/test-memory.js";
import { compactAnswer } from "./compact.js";
import { answerResult } from "./tool-result.js";

/** What a list of memories costs beyond the texts in it, for each. */
function costs(text: string, memories: { text?: string }[]): number {
  const texts = memories.reduce((sum, memory) => sum + countTokens(memory.text ?? ""), 0);
  return (countTokens(text) - texts) / memories.length;
}

describe.each(engines)("compact answers on $name", (engine) => {
  let memory: TestMemory;
  const [ann, desk] = [human("ann"), agent("desk")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const said = [
      ["ticket-4711", "maria", "The walrus invoice names two seats, and we have one."],
      ["3f2b8c1e-4d5a-4f6b-9c7d-8e9fa0b1c2d3", "Maria-Magdalena von Hohenstein", "Walrus?"],
      [
        "billing/2026",
        "desk",
        'The walrus "invoice" was corrected.\nIt says one seat now. 日本語も書けます。',
      ],
    ] as const;
    for (const [session_id, actor_id, text] of said) {
      const actor = actor_id === "desk" ? { actor_type: "agent" as const } : {};
      const occurred_at = "2024-11-02T10:03:00Z";
      await memory.call(desk, "recordEvent", message(text, { session_id, actor_id, ...actor, occurred_at }));
    }
    const noted = {
      subject_type: "user",
      subject_id: "maria",
      tags: ["walrus", "seats"],
      importance: 0.123456,
    };
    await memory.call(ann, "remember", { text: "Maria pays for the walrus by invoice.", ...noted });
    await memory.call(ann, "createDecision", {
      decision: "Walrus invoices name one seat.",
      project_id: "desk",
    });
    await memory.call(ann, "createTask", { title: "Write to the walrus about seats" });
  });
  afterAll(() => memory.close());

  const recall = async (given: object = {}) => {
    const input = { query: "walrus invoice seats", channel: "private" as const, ...given };
    const output = await memory.call(ann, "recall", input);
    return { output, result: answerResult(compactAnswer("recall", output, input), 4_000) };
  };

  it("cost at most 40 tokens for a memory beyond its text, as structure and as text", async () => {
    const { output, result } = await recall();
    expect(output.memories).toHaveLength(6);
    const { memories } = result.structuredContent as { memories: { memory_id: string; text: string }[] };
    expect(memories.map(({ text }) => text)).toEqual(output.memories.map(({ text }) => text));
    const [content] = result.content as { text: string }[];
    expect(costs(content!.text, memories)).toBeLessThanOrEqual(40);
    for (const one of memories)
      expect(costs(JSON.stringify(one), [one]), JSON.stringify(one)).toBeLessThanOrEqual(40);
  });

  it("say who spoke, where and when, and hold neither nulls nor empty lists", async () => {
    const { result } = await recall();
    expect(result.structuredContent).toMatchObject({
      memories: expect.arrayContaining([
        expect.objectContaining({ said: "maria, per agent:desk (ticket-4711, Nov 2024)" }),
        expect.objectContaining({ said: "agent:desk (billing/2026, Nov 2024)" }),
      ]),
    });
    expect(JSON.stringify(result.structuredContent)).not.toMatch(/null|\[\]|why|score|relevance/);
    const { result: nothing } = await recall({ query: "zzz", project_id: "none" });
    expect(nothing.structuredContent).toMatchObject({ memories: [] });
  });

  it("show every field with explain, numbers rounded", async () => {
    const { result } = await recall({ explain: true });
    const text = JSON.stringify(result.structuredContent);
    expect(text).toMatch(/"score":\d+(\.\d{1,3})?,"relevance":0\.\d{1,3},/);
    expect(text).toMatch(/"importance":0\.123,.*"why":/);
    expect(text).not.toMatch(/null|\[\]/);
  });

  it("tell lists, searches and timelines the same way", async () => {
    const listed = await memory.call(ann, "listMemories", { total: true });
    const { memories } = compactAnswer("listMemories", listed, {}) as { memories: { text: string }[] };
    expect(memories).toHaveLength(6);
    expect(costs(JSON.stringify(memories), memories)).toBeLessThanOrEqual(50);
    const { chunk_id } = (await memory.call(ann, "searchChunks", { query: "walrus", channel: "private" }))
      .chunks[0]!;
    const around = await memory.call(ann, "chunkTimeline", { chunk_id, channel: "private" });
    expect(contract.chunkTimeline.output.safeParse(around).success).toBe(true);
    const shown = compactAnswer("chunkTimeline", around, {}) as { chunks: { text: string }[] };
    expect(costs(JSON.stringify(shown.chunks), shown.chunks)).toBeLessThanOrEqual(50);
  });
});

it("names each kind of edit that waits once", () => {
  const waits = ["amend", "amend", "retract", "amend"].map((op) => ({ op }));
  const memory = { memory_id: "chk_1", text: "It is so.", pending_edits: waits };
  expect(compactAnswer("recall", { memories: [memory] }, {})).toMatchObject({
    memories: [{ pending: ["amend", "retract"] }],
  });
});

it("gives back what a caller has stored as it is", () => {
  const value = { ratio: 0.123456789, none: null, list: [], nested: [{ none: null }] };
  const entry = { plan_id: "p", key: "k", value, version: 1, updated_by: null };
  expect(compactAnswer("getPlanState", entry, {})).toEqual({ plan_id: "p", key: "k", value, version: 1 });
  expect(compactAnswer("getPlanState", { ...entry, value: null }, {})).toHaveProperty("value", null);
  expect(compactAnswer("listPlanState", { entries: [entry] }, {})).toHaveProperty("entries.0.value", value);
  const plan = { goal_data: value, state: value, session_id: null };
  expect(compactAnswer("getPlan", plan, {})).toEqual({ goal_data: value, state: value });
  const found = { results: [{ metadata: value, score: 0.98765 }] };
  expect(compactAnswer("queryKnowledge", found, {})).toEqual({
    results: [{ metadata: value, score: 0.988 }],
  });
});

it("leaves the answers of the pce tools as their specification has them", () => {
  const answer = { data: { items: [], has_more: false }, score: 0.505751 };
  expect(compactAnswer("searchClaims", answer, {})).toEqual(answer);
});
