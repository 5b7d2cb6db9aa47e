import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

const ruleScope = z.enum(["org", "project", "user"]).describe("For everyone, one project or one subject");

export const createRule = operation({
  summary: "Write a rule that every context begins with",
  input: z.strictObject({
    content: f.text.describe("The rule, as every context will show it"),
    scope: ruleScope.default("org"),
    priority: z.int().min(-1_000).max(1_000).default(0).describe("Higher stands first"),
    channel: f.channel.optional().describe("Only for this channel; absent: for all"),
    project_id: f.projectId.optional(),
    subject_type: f.subjectType.optional(),
    subject_id: f.subjectId.optional(),
    invariant: z
      .enum(["safety", "user_correction", "hard_constraint", "blocking_error"])
      .optional()
      .describe("A rule that no context drops; a budget too small for it is refused"),
  }),
  output: z.object({ memory_id: f.memoryId, recorded_at: f.ts }),
  access: "rule:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "TOMBSTONED"],
  example: { input: { content: "Never quote prices without the tax.", priority: 10 } },
  http: "POST /api/v1/rules",
  status: 201,
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "create_rule",
    toolset: "governance",
    description: "Write a standing rule. Only people with the right to may do this; agents are refused.",
  },
  cli: { command: "rule create", positional: ["content"] },
});

export const listRules = operation({
  summary: "Rules in force, by priority",
  input: z.strictObject({
    project_id: f.projectId.optional(),
    subject_id: f.subjectId.optional(),
    channel: f.readChannel.optional(),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: z.object({
    rules: z
      .array(
        z.object({
          memory_id: f.memoryId,
          occurred_at: f.ts,
          content: z.string().describe("The rule, edits applied"),
          scope: ruleScope,
          priority: z.int().describe("Higher stands first"),
          channel: f.channel.nullable().describe("The only channel it holds for; null: for all"),
          invariant: z
            .string()
            .nullable()
            .describe("What makes it one that no context drops; null if it may be dropped"),
          project_id: f.shownProjectId,
          edits_applied: f.editsApplied,
        }),
      )
      .describe("Those that no context drops first, then by priority"),
    ...f.gaps,
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: {
    before: [
      { operation: "createRule", input: { content: "Never quote prices without the tax.", priority: 10 } },
    ],
    input: { channel: "private" },
  },
  http: "GET /api/v1/rules",
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "list_rules",
    toolset: "governance",
    description: "List the standing rules in force.",
    maxTokens: 6_000,
  },
  cli: { command: "rule list" },
});
