import { z } from "zod";
import { decided, exampleIds } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { placed, replaced } from "./placed.js";

const decision = z.object({
  memory_id: f.memoryId,
  occurred_at: f.ts,
  status: z.enum(["active", "superseded"]).describe("superseded: another took its place"),
  scope: f.shownScope,
  precedence: f.precedence,
  decision: z.string().describe("What was decided"),
  rationale: z.array(z.string()).describe("Why it was decided"),
  constraints: z.array(z.string()).describe("What it had to heed"),
  alternatives: z.array(z.string()).describe("What was considered and not taken"),
  consequences: z.array(z.string()).describe("What follows from it"),
  refs: f.shownRefs,
  subject_type: f.shownSubjectType,
  subject_id: f.shownSubjectId,
  project_id: f.shownProjectId,
  trust: f.trust,
  edits_applied: f.editsApplied,
});

const words = {
  decision: f.text.describe("What was decided"),
  rationale: f.rationale.default([]),
  constraints: f.constraints.default([]),
  alternatives: f.alternatives.default([]),
  consequences: f.consequences.default([]),
};

export const createDecision = operation({
  summary: "Record a decision",
  input: z.strictObject({ ...words, ...placed }),
  output: z.object({
    memory_id: f.memoryId,
    recorded_at: f.ts,
    status: z.literal("active").describe("It is in force"),
  }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "TOMBSTONED"],
  example: {
    input: {
      decision: "Ship weekly, on Tuesdays.",
      rationale: ["Small releases are easier to take back."],
      project_id: "apollo",
    },
  },
  http: "POST /api/v1/decisions",
  status: 201,
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "create_decision",
    toolset: "governance",
    description: "Record a decision with its rationale, constraints, alternatives and consequences.",
  },
  cli: { command: "decision create", positional: ["decision"] },
});

export const listDecisions = operation({
  summary: "Active decisions, by precedence of their scope",
  input: z.strictObject({
    scope: f.scope.optional(),
    project_id: f.projectId.optional(),
    subject_id: f.subjectId.optional(),
    include_superseded: z.boolean().default(false).describe("Show decisions that were replaced, too"),
    channel: f.readChannel.optional(),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: z.object({
    decisions: z.array(decision).describe("The highest precedence first, then the newest"),
    ...f.gaps,
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [decided], input: { project_id: "apollo", channel: "private" } },
  http: "GET /api/v1/decisions",
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "list_decisions",
    toolset: "governance",
    description: "List the decisions in force, policy before project before user before session.",
    maxTokens: 6_000,
  },
  cli: { command: "decision list" },
});

export const supersedeDecision = operation({
  summary: "Replace a decision by a new one, which takes its place",
  input: z.strictObject({ memory_id: f.memoryId, ...words, ...replaced }),
  output: z.object({
    memory_id: f.memoryId,
    supersedes: f.memoryId,
    recorded_at: f.ts,
    status: z.literal("active").describe("It is in force"),
  }),
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [decided],
    input: {
      memory_id: exampleIds.decision,
      decision: "Ship every other week, on Tuesdays.",
      rationale: ["Weekly releases left no time for testing."],
    },
  },
  http: "POST /api/v1/decisions/:memory_id/supersede",
  status: 201,
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "supersede_decision",
    toolset: "governance",
    description:
      "Replace one decision by a new one; the old one stays on record as superseded. The new one holds where the old one did (scope, subject, project, channel, readers, sensitivity), unless you name another place. A person's decision is not an agent's to replace: propose an edit of it.",
  },
  cli: { command: "decision supersede", positional: ["memory_id", "decision"] },
});
