import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

const input = z.strictObject({
  channel: f.readChannel.default("private"),
  total: paging.total,
  limit: f.limit(200, 50),
  cursor: paging.cursor,
});

const used = {
  memory_count: f.count.describe("How many memories there are of it that you may read"),
  last_occurred_at: f.ts.describe("When the latest of them happened, ISO 8601 in UTC"),
};

const paged = { total_count: paging.totalCount, next_cursor: paging.nextCursor };

/** What the lists below have in common: what they count is what the caller may read. */
const common = {
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted], input: { total: true } },
  tag: "Memory",
} as const;

const latestFirst = "The one with the latest memory first";

export const listMemorySessions = operation({
  ...common,
  summary: "Sessions that there are memories of, with counts and last use",
  input,
  output: z.object({
    sessions: z
      .array(z.object({ session_id: z.string().describe("The session"), ...used }))
      .describe(latestFirst),
    ...paged,
  }),
  http: "GET /api/v1/sessions",
  mcp: {
    tool: "list_memory_sessions",
    toolset: "governance",
    description: "List the sessions that there are memories of, the latest first.",
  },
  cli: { command: "list sessions" },
});

export const listSubjects = operation({
  ...common,
  summary: "Whom and what there are memories about, with counts and last use",
  input,
  output: z.object({
    subjects: z
      .array(
        z.object({
          subject_type: f.shownSubjectType,
          subject_id: z.string().describe("Whom or what they are about"),
          ...used,
        }),
      )
      .describe(latestFirst),
    ...paged,
  }),
  http: "GET /api/v1/subjects",
  mcp: {
    tool: "list_subjects",
    toolset: "governance",
    description: "List whom and what there are memories about, the latest first.",
  },
  cli: { command: "list subjects" },
});

export const listProjects = operation({
  ...common,
  summary: "Projects that there are memories of, with counts and last use",
  input,
  output: z.object({
    projects: z
      .array(z.object({ project_id: z.string().describe("The project"), ...used }))
      .describe(latestFirst),
    ...paged,
  }),
  http: "GET /api/v1/projects",
  mcp: {
    tool: "list_projects",
    toolset: "governance",
    description: "List the projects that there are memories of, the latest first.",
  },
  cli: { command: "list projects" },
});

export const listWriters = operation({
  ...common,
  summary: "Who wrote memories, with counts and last use",
  input,
  output: z.object({
    writers: z.array(z.object({ writer: f.writer, ...used })).describe(latestFirst),
    ...paged,
  }),
  http: "GET /api/v1/writers",
  mcp: {
    tool: "list_writers",
    toolset: "governance",
    description: "List the principals that wrote memories, the latest first.",
  },
  cli: { command: "list writers" },
});

export const listTags = operation({
  ...common,
  summary: "Tags that memories carry, with counts and last use",
  input,
  output: z.object({
    tags: z.array(z.object({ tag: z.string().describe("The tag"), ...used })).describe(latestFirst),
    ...paged,
  }),
  http: "GET /api/v1/tags",
  mcp: {
    tool: "list_tags",
    toolset: "governance",
    description: "List the tags that memories carry, the latest first.",
  },
  cli: { command: "list tags" },
});
