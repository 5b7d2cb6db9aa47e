import { z } from "zod";
import * as f from "./fields.js";
import { operation } from "./operation.js";

const content = z
  .looseObject({
    text: z.string().max(f.limits.textChars).optional(),
    scope: f.scope.optional(),
    subject_type: f.name.optional(),
    subject_id: f.name.optional(),
    project_id: f.name.optional(),
    excerpt_text: z.string().max(f.limits.textChars).optional(),
    output: z.string().optional().describe("Full tool output; kept as an artifact past 64 KB"),
    tool: z.string().max(256).optional(),
    path: z.string().max(2_048).optional(),
    decision: z.string().max(f.limits.textChars).optional(),
    rationale: f.lines.optional(),
    constraints: f.lines.optional(),
    alternatives: f.lines.optional(),
    consequences: f.lines.optional(),
    task_id: f.memoryId.optional(),
    title: z.string().max(4_000).optional(),
    details: z.string().max(f.limits.textChars).optional(),
    status: z.enum(["open", "doing", "done"]).optional(),
  })
  .describe("What happened. Scope, subject and project are taken from here and inherited by the chunk");

export const recordEvent = operation({
  summary: "Record a raw event, and the memory made from it",
  input: z.strictObject({
    session_id: f.name,
    channel: f.channel,
    actor_type: f.actorType,
    actor_id: f.name,
    kind: f.eventKind,
    sensitivity: f.sensitivity.default("none"),
    tags: f.tags.default([]),
    content,
    refs: f.refs.default([]),
    occurred_at: f.timestamp.optional().describe("When it happened, if not just now"),
  }),
  output: z.object({
    event_id: f.eventId,
    ts: z.string(),
    status: z.literal("recorded"),
    chunk_id: f.memoryId.nullable().describe("The memory made from the event; null if it holds no text"),
    masked: f.count.describe("Secrets that were masked before anything was stored"),
  }),
  access: "memory:write",
  effect: "write",
  http: "POST /api/v1/events",
  status: 201,
  tag: "Capture",
  mcp: {
    tool: "record_event",
    toolset: "governance",
    description:
      "Append one raw event (message, tool call or result, decision, task update, artifact) to the session log. Its text becomes searchable memory. Give scope, subject and project inside content.",
  },
  cli: { command: "event record" },
});

const filters = {
  scope: f.scope.optional(),
  subject_type: f.name.optional(),
  subject_id: f.name.optional(),
  project_id: f.name.optional(),
};

export const searchChunks = operation({
  summary: "Search chunks by words and by meaning, edits applied",
  input: z.strictObject({
    query: z.string().max(f.limits.queryChars),
    ...filters,
    session_id: f.name.optional(),
    tags: f.tags.optional().describe("Only memories that carry all of these tags"),
    from: f.timestamp.optional().describe("Only what happened at or after this moment"),
    to: f.timestamp.optional().describe("Only what happened before this moment"),
    include_quarantined: z.boolean().default(false),
    channel: f.channel.optional().describe("Where the answer will be used; absent: the most restrictive"),
    limit: f.limit(50, 10),
    as_of: f.asOf.optional(),
    explain: z.boolean().default(false).describe("Show how each score came about"),
  }),
  output: z.object({
    chunks: z.array(
      z.object({
        chunk_id: f.memoryId,
        text: z.string(),
        importance: z.number(),
        ts: z.string(),
        rank: z.number(),
        edits_applied: f.count,
        kind: f.memoryKind,
        trust: z.enum(["trusted", "own", "untrusted"]),
        why: z.string().optional(),
        parts: z.record(z.string(), z.number()).optional(),
      }),
    ),
    total_count: f.count.describe(
      "How many memories match, not only those on this page; counted up to a few hundred",
    ),
    mode: z.string().describe("How it searched: words and vectors, or words alone and why"),
  }),
  access: "memory:read",
  effect: "read",
  http: "POST /api/v1/chunks/search",
  tag: "Capture",
  mcp: {
    tool: "search",
    toolset: "governance",
    description:
      "Search remembered chunks by words and meaning with exact filters (scope, subject, project, time, tags). Edits are already applied; retracted memories never appear.",
    maxTokens: 6_000,
  },
  cli: { command: "chunk search", positional: ["query"] },
});

export const chunkTimeline = operation({
  summary: "What was remembered around a chunk, nearest first",
  input: z.strictObject({
    chunk_id: f.memoryId,
    window_seconds: z.int().min(1).max(31_536_000).default(3_600),
    include_quarantined: z.boolean().default(false),
    channel: f.channel.optional(),
    limit: f.limit(500, 100),
    as_of: f.asOf.optional(),
  }),
  output: z.object({
    around_chunk_id: f.memoryId,
    center_ts: z.string(),
    window_seconds: z.int(),
    chunks: z.array(
      z.object({ chunk_id: f.memoryId, text: z.string(), ts: z.string(), distance_seconds: z.int() }),
    ),
  }),
  access: "memory:read",
  effect: "read",
  http: "GET /api/v1/chunks/:chunk_id/timeline",
  tag: "Capture",
  mcp: {
    tool: "timeline",
    toolset: "governance",
    description: "List what was remembered shortly before and after one chunk, nearest in time first.",
    maxTokens: 6_000,
  },
  cli: { command: "chunk timeline", positional: ["chunk_id"] },
});

export const getChunks = operation({
  summary: "Get chunks by id, edits applied",
  input: z.strictObject({
    chunk_ids: z.array(f.memoryId).min(1).max(f.limits.ids),
    include_quarantined: z.boolean().default(false),
    channel: f.channel.optional(),
    as_of: f.asOf.optional(),
  }),
  output: z.object({
    chunks: z.array(
      z.object({
        chunk_id: f.memoryId,
        text: z.string(),
        importance: z.number(),
        is_retracted: z.boolean(),
        is_quarantined: z.boolean(),
        edits_applied: f.count,
      }),
    ),
  }),
  access: "memory:read",
  effect: "read",
  http: "POST /api/v1/chunks/get",
  tag: "Capture",
  mcp: {
    tool: "get_chunks",
    toolset: "governance",
    description: "Fetch up to 100 chunks by id in the order asked; ids that are not yours are left out.",
    maxTokens: 8_000,
  },
  cli: { command: "chunk get", positional: ["chunk_ids"] },
});

export const saveSummary = operation({
  summary: "Save a summary or observation as a chunk",
  input: z.strictObject({
    text: f.text,
    scope: z.enum(["user", "project", "session"]),
    subject_type: f.name,
    subject_id: f.name,
    project_id: f.name.optional(),
    importance: f.importance.default(0),
    tags: f.tags.default([]),
    session_id: f.name,
    channel: f.channel,
    derived_from: z
      .array(f.memoryId)
      .max(100)
      .default([])
      .describe("Memories that the summary was made from"),
  }),
  output: z.object({ chunk_id: f.memoryId, ts: z.string(), status: z.literal("saved") }),
  access: "memory:write",
  effect: "write",
  http: "POST /api/v1/chunks/summary",
  status: 201,
  tag: "Capture",
  mcp: {
    tool: "save_memory",
    toolset: "governance",
    description:
      "Save one summary or observation about a subject (a user, a project) so that it is found later.",
  },
  cli: { command: "chunk save", positional: ["text"] },
});
