import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { line } from "./place.js";
import { opened, priorities, sessionId, tag, threadDecisionId, threaded, working } from "./working-shape.js";

export const addWorkingThread = operation({
  summary: "Note what is still to be done or found out",
  input: z.strictObject({
    session_id: sessionId,
    description: line.describe("What is open, in one line"),
    decision_id: threadDecisionId.optional(),
    priority: z.enum(priorities).default("medium").describe("How urgent it is"),
  }),
  output: z.object(working),
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [opened],
    as: "planner",
    input: { session_id: "session-42", description: "Ask legal about the name.", priority: "high" },
  },
  http: "POST /v1/working/:session_id/threads",
  tag,
  mcp: {
    tool: "add_working_thread",
    toolset: "heart",
    description: "Note in your working memory what is still to be done or found out. It holds 200 at most.",
    maxTokens: 8_000,
  },
  cli: { command: "working thread", positional: ["session_id", "description"] },
});

export const resolveWorkingThread = operation({
  summary: "Take what is settled off the open threads",
  input: z
    .strictObject({
      session_id: sessionId,
      thread_id: f.idOf("thr").optional().describe("Which one, by its id (thr_…)"),
      description: line
        .optional()
        .describe("Every thread whose description contains this, whatever the case of its letters"),
    })
    .superRefine(({ thread_id, description }, context) => {
      if ((thread_id === undefined) !== (description === undefined)) return;
      context.addIssue({
        code: "custom",
        path: [],
        message: "must name thread_id or description, and not both",
      });
    }),
  output: z.object({
    ...working,
    resolved: z.array(z.string()).describe("The threads that are settled, by their ids"),
  }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "NOT_FOUND"],
  example: { before: threaded, as: "planner", input: { session_id: "session-42", description: "legal" } },
  http: "POST /v1/working/:session_id/threads/resolve",
  tag,
  mcp: {
    tool: "resolve_working_thread",
    toolset: "heart",
    description:
      "Take threads off your working memory when they are settled: one by thread_id, or every one whose description contains these words.",
    maxTokens: 8_000,
  },
  cli: { command: "working resolve", positional: ["session_id"] },
});
