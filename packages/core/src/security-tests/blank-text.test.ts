import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const event = { session_id: "s", channel: "private", actor_type: "human", actor_id: "ada" };
const ids = { note: "", decision: "", task: "" };
const why = "Ada said so.";

/** Every field that takes text which must not be empty, with whatever else could make up for it. */
const fields: [OperationName, (blank: string) => object][] = [
  ["remember", (text) => ({ text })],
  ["remember", (text) => ({ text, kind: "task", attributes: { details: "visible" } })],
  ["remember", (title) => ({ text: "visible", kind: "task", attributes: { title } })],
  ["createDecision", (decision) => ({ decision, rationale: ["visible"] })],
  ["supersedeDecision", (decision) => ({ memory_id: ids.decision, decision, rationale: ["visible"] })],
  ["createTask", (title) => ({ title, details: "visible" })],
  ["createRule", (content) => ({ content })],
  [
    "saveSummary",
    (text) => ({
      text,
      scope: "user",
      subject_type: "user",
      subject_id: "ada",
      session_id: "s",
      channel: "private",
    }),
  ],
  ["recordEvent", (text) => ({ ...event, kind: "message", content: { text } })],
  [
    "recordEvent",
    (decision) => ({ ...event, kind: "decision", content: { decision, rationale: ["visible"] } }),
  ],
  ["recordEvent", (title) => ({ ...event, kind: "task_update", content: { title, details: "visible" } })],
  ["correct", (text) => ({ memory_id: ids.note, text, reason: why })],
  ["correct", (reason) => ({ memory_id: ids.note, text: "visible", reason })],
  ["forget", (reason) => ({ memory_id: ids.note, reason })],
  ["bulkEdit", (reason) => ({ target_ids: [ids.note], op: "retract", reason })],
  [
    "applyEdit",
    (text) => ({ target_type: "chunk", target_id: ids.note, op: "amend", reason: why, patch: { text } }),
  ],
  ["previewEdit", (text) => ({ target_type: "chunk", target_id: ids.note, op: "amend", patch: { text } })],
  [
    "applyEdit",
    (title) => ({
      target_type: "task",
      target_id: ids.task,
      op: "amend",
      reason: why,
      patch: { attributes: { title } },
    }),
  ],
  ["createDecision", (ref) => ({ decision: "visible", refs: [ref] })],
];

describe.each(engines)("text that shows nothing on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const bot = agent("bot");
    ids.note = (await memory.call(bot, "remember", { text: "A note" })).memory_id;
    ids.decision = (await memory.call(bot, "createDecision", { decision: "Go" })).memory_id;
    ids.task = (await memory.call(bot, "createTask", { title: "Do", details: "so" })).memory_id;
  });
  afterAll(() => memory.close());

  it.each(fields)("is refused by %s like no text at all (%#)", async (operation, input) => {
    const state = () =>
      memory.database.ownerQuery("select id, text, edit_count from palimpsest.memory order by id");
    const before = await state();
    const codes = new Set<string>();
    for (const blank of ["", "   ", "\n\t\u00a0", "\u200b\u2060\ufeff", "\u0301", "\u2800\u3164"]) {
      const error = await memory.call(human("ann"), operation, input(blank) as never).catch((e) => e);
      expect(error, JSON.stringify(blank)).toMatchObject({ name: "PalimpsestError" });
      codes.add(error.code);
    }
    expect(["EMPTY_CONTENT", "VALIDATION_ERROR"]).toEqual(expect.arrayContaining([...codes]));
    if ("text" in input("") && operation !== "correct")
      expect([...codes], "one code, whatever the blank").toHaveLength(1);
    expect(await state()).toEqual(before);
  });

  it("is no memory where an event says nothing at all", async () => {
    const recorded = await memory.call(agent("bot"), "recordEvent", {
      ...(event as object),
      kind: "tool_call",
      content: { tool: "ls" },
    } as never);
    expect(recorded).toMatchObject({ chunk_id: null, artifact_id: null });
  });

  it("is refused as the excerpt of a tool's output; an excerpt left empty is taken from the output", async () => {
    const result = (excerpt_text: string) =>
      memory.call(agent("bot"), "recordEvent", {
        ...(event as object),
        kind: "tool_result",
        content: { excerpt_text, output: `seen ${excerpt_text.length}` },
      } as never);
    for (const blank of ["  ", "\u200b"])
      await expect(result(blank)).rejects.toMatchObject({ code: "EMPTY_CONTENT" });
    const { chunk_id } = await result("");
    const { chunks } = await memory.call(agent("bot"), "getChunks", { chunk_ids: [chunk_id!] });
    expect(chunks).toMatchObject([{ text: "seen 0" }]);
  });
});
