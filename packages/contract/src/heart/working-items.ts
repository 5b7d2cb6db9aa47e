import { z } from "zod";
import { exampleIds } from "../example.js";
import * as f from "../fields.js";
import { isVisible } from "../names.js";
import { operation } from "../operation.js";
import { itemType, loaded, refId, sessionId, tag, working } from "./working-shape.js";

const evicted = z.string().nullable().describe("The memory that made room, by its id; null: none");

export const loadWorkingItem = operation({
  summary: "Hold a memory in mind",
  input: z.strictObject({
    session_id: sessionId,
    type: itemType,
    ref_id: refId,
    relevance: f.fraction(0).describe("How much it matters to the task, from 0 to 1"),
    summary: z
      .string()
      .max(2_000)
      .refine(isVisible, { error: "must hold visible text", params: { code: "EMPTY_CONTENT" } })
      .optional()
      .describe("What of it matters; absent: its text. After an amendment its present text is shown instead"),
  }),
  output: z.object({ ...working, evicted }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: loaded.slice(0, 2),
    as: "planner",
    input: { session_id: "session-42", type: "decision", ref_id: exampleIds.decision, relevance: 0.8 },
  },
  http: "POST /v1/working/:session_id/items",
  tag,
  mcp: {
    tool: "load_working_item",
    toolset: "heart",
    description:
      "Hold a memory in mind for the task at hand. Loading the same one again replaces it. There is room for 20: one more evicts the least relevant, of those the earliest.",
    maxTokens: 8_000,
  },
  cli: { command: "working load", positional: ["session_id", "type", "ref_id", "relevance"] },
});

export const evictWorkingItem = operation({
  summary: "Let go of a memory that is held in mind",
  input: z.strictObject({
    session_id: sessionId,
    ref_id: refId.optional().describe("Which one; absent: the least relevant, of those the earliest"),
  }),
  output: z.object({ ...working, evicted }),
  access: "memory:write",
  effect: "write",
  errors: ["NOT_FOUND"],
  example: {
    before: loaded,
    as: "planner",
    input: { session_id: "session-42", ref_id: exampleIds.decision },
  },
  http: "POST /v1/working/:session_id/evict",
  tag,
  mcp: {
    tool: "evict_working_item",
    toolset: "heart",
    description:
      "Let go of an item of your working memory, by its ref_id; without one, of the least relevant. The memory itself stays.",
    maxTokens: 8_000,
  },
  cli: { command: "working evict", positional: ["session_id", "ref_id"] },
});
