import { z } from "zod";
import { pendingEdits } from "../edits/index.js";
import { exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";
import { operation } from "../operation.js";

const filters = {
  scope: f.scope.optional(),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
};

export const searchChunks = operation({
  summary: "Search chunks by words and by meaning, edits applied",
  input: z.strictObject({
    query: f.query,
    ...filters,
    session_id: f.sessionId.optional(),
    tags: f.tags.optional().describe("Only memories that carry all of these tags"),
    from: f.from.optional(),
    to: f.to.optional(),
    ...f.clock,
    include_quarantined: f.includeQuarantined,
    channel: f.readChannel.optional(),
    limit: f.limit(50, 10),
    min_relevance: f.minRelevance,
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
    explain: z.boolean().default(false).describe("Show how each score came about"),
  }),
  output: z.object({
    chunks: z
      .array(
        z.object({
          chunk_id: f.memoryId,
          text: f.shownText,
          importance: f.shownImportance,
          ts: f.ts,
          rank: f.fit,
          relevance: f.relevance,
          edits_applied: f.editsApplied,
          kind: memoryKind,
          status: f.memoryStatus,
          trust: f.trust,
          ...f.shownWriter,
          ...f.shownTurn,
          pending_edits: pendingEdits,
          why: f.why.optional(),
          parts: z
            .record(z.string(), z.number())
            .optional()
            .describe("What the rank is made of, with explain"),
        }),
      )
      .describe("Best first"),
    total_count: f.matchCount,
    ...f.gaps,
    mode: z.string().describe("How it searched: words and vectors, or words alone and why"),
    left_out: f.leftOut,
    times: f.times,
  }),
  access: "memory:read",
  effect: "read",
  errors: [],
  example: {
    before: [noted],
    input: {
      query: "Which language does Ada prefer?",
      subject_type: "user",
      subject_id: "ada",
      channel: "private",
      limit: 5,
    },
  },
  http: "POST /api/v1/chunks/search",
  tag: "Capture",
  mcp: {
    tool: "search",
    toolset: "governance",
    description:
      "Search chunks only, with explained scores and public clearance unless a channel is named. Use recall unless you need that: it searches decisions, tasks and rules too. Edits are already applied; retracted memories never appear.",
    maxTokens: 6_000,
  },
  cli: { command: "chunk search", positional: ["query"] },
});

export const chunkTimeline = operation({
  summary: "What was remembered around a chunk, nearest first",
  input: z.strictObject({
    chunk_id: f.memoryId,
    window_seconds: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(3_600)
      .describe("How far to look before and after it"),
    include_quarantined: f.includeQuarantined,
    channel: f.readChannel.optional(),
    limit: f.limit(500, 100),
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: z.object({
    around_chunk_id: f.memoryId,
    center_ts: f.ts,
    window_seconds: z.int().describe("How far was looked before and after it"),
    chunks: z
      .array(
        z.object({
          chunk_id: f.memoryId,
          text: f.shownText,
          ts: f.ts,
          distance_seconds: z.int().describe("Seconds before or after it"),
          ...f.shownWriter,
          ...f.shownTurn,
        }),
      )
      .describe("Nearest in time first"),
    ...f.gaps,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted], input: { chunk_id: exampleIds.note, channel: "private" } },
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
    chunk_ids: z.array(f.memoryId).min(1).max(f.limits.ids).describe("Their ids, as returned"),
    include_quarantined: f.includeQuarantined,
    channel: f.readChannel.optional(),
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: z.object({
    chunks: z
      .array(
        z.object({
          chunk_id: f.memoryId,
          text: f.shownText,
          importance: f.shownImportance,
          is_retracted: f.isRetracted,
          is_quarantined: f.isQuarantined,
          edits_applied: f.editsApplied,
          status: f.memoryStatus,
          ...f.shownWriter,
          ...f.shownTurn,
          pending_edits: pendingEdits,
        }),
      )
      .describe("In the order asked for"),
    ...f.gaps,
  }),
  access: "memory:read",
  effect: "read",
  errors: [],
  example: { before: [noted], input: { chunk_ids: [exampleIds.note], channel: "private" } },
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
