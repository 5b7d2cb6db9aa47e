import { z } from "zod";
import { exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

/** The most characters of an event. What is longer than a memory may be is kept in several. */
export const eventChars = 1_000_000;

const content = z
  .looseObject({
    text: z
      .string()
      .max(eventChars)
      .optional()
      .describe("What was said; becomes a memory, past 100,000 characters a passage of an artifact each"),
    scope: f.scope
      .optional()
      .describe("How far it holds; by default project or user if it names one, else this session"),
    subject_type: f.subjectType.optional(),
    subject_id: f.subjectId.optional(),
    project_id: f.projectId.optional(),
    excerpt_text: z
      .string()
      .max(f.limits.textChars)
      .optional()
      .describe("tool_result: the part worth keeping"),
    output: z.string().optional().describe("Full tool output; kept as an artifact past 64 KB"),
    tool: z.string().max(256).optional().describe("Name of the tool"),
    path: z.string().max(2_048).optional().describe("File that the tool read or wrote"),
    decision: z.string().max(f.limits.textChars).optional().describe("decision: what was decided"),
    rationale: f.rationale.optional(),
    constraints: f.constraints.optional(),
    alternatives: f.alternatives.optional(),
    consequences: f.consequences.optional(),
    task_id: f.memoryId.optional(),
    title: z.string().max(4_000).optional().describe("task_update: what is to be done"),
    details: z.string().max(f.limits.textChars).optional().describe("task_update: more about it"),
    status: f.taskStatus.optional(),
  })
  .describe("What happened. Scope, subject and project are taken from here and inherited by the chunk");

export const event = z.strictObject({
  session_id: f.sessionId,
  channel: f.channel,
  actor_type: f.actorType,
  actor_id: f.actorId,
  kind: f.eventKind,
  sensitivity: f.sensitivity.default("none"),
  tags: f.tags.default([]),
  content,
  refs: f.refs.default([]),
  occurred_at: f.occurredAt.optional(),
});

export const recordEvent = operation({
  summary: "Record a raw event, and the memory made from it",
  input: event,
  output: z.object({
    event_id: f.eventId,
    ts: f.ts,
    status: z.literal("recorded").describe("It is stored"),
    chunk_id: f.memoryId
      .nullable()
      .describe("The memory made from the event, of several the first; null if it holds no text"),
    chunk_ids: z
      .array(f.memoryId)
      .default([])
      .describe("All memories made from it; several for a text of more than 100,000 characters"),
    artifact_id: f.artifactId
      .nullable()
      .describe(
        "The artifact that keeps a large output or a long text; null if there is none. A capsule can hold it",
      ),
    masked: f.count.describe("Secrets that were masked before anything was stored"),
  }),
  access: "memory:write",
  effect: "write",
  largeBody: true,
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    input: {
      session_id: "session-42",
      channel: "private",
      actor_type: "human",
      actor_id: "ada",
      kind: "message",
      tags: ["preference"],
      content: {
        text: "Please answer me in French from now on.",
        scope: "user",
        subject_type: "user",
        subject_id: "ada",
      },
    },
  },
  http: "POST /api/v1/events",
  status: 201,
  tag: "Capture",
  mcp: {
    tool: "record_event",
    toolset: "governance",
    description:
      "Append one raw event (message, tool call or result, decision, task update, artifact) to the session log. Use it to log a conversation as it happens; use remember for one fact worth keeping. Its text becomes searchable memory; tool output past 64 KB is kept as an artifact, whose id is returned. Give scope, subject and project inside content.",
  },
  cli: { command: "event record" },
});

export const saveSummary = operation({
  summary: "Save a summary or observation as a chunk",
  input: z.strictObject({
    text: f.text.describe("The summary or observation"),
    scope: z.enum(["user", "project", "session"]).describe("How far it holds"),
    subject_type: f.subjectType,
    subject_id: f.subjectId,
    project_id: f.projectId.optional(),
    importance: f.importance.default(0),
    tags: f.tags.default([]),
    session_id: f.sessionId,
    channel: f.channel,
    derived_from: z
      .array(f.memoryId)
      .max(100)
      .default([])
      .describe("Memories that the summary was made from"),
  }),
  output: z.object({ chunk_id: f.memoryId, ts: f.ts, status: z.literal("saved").describe("It is stored") }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [noted],
    input: {
      text: "Ada works in two languages and prefers French.",
      scope: "user",
      subject_type: "user",
      subject_id: "ada",
      importance: 0.8,
      session_id: "session-42",
      channel: "private",
      derived_from: [exampleIds.note],
    },
  },
  http: "POST /api/v1/chunks/summary",
  status: 201,
  tag: "Capture",
  mcp: {
    tool: "save_memory",
    toolset: "governance",
    description:
      "Save a summary of a session, with the memories it was made from, so that corrections reach it. Use remember for a single fact.",
  },
  cli: { command: "chunk save", positional: ["text"] },
});
