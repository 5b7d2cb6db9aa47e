import { z } from "zod";
import * as f from "./fields.js";
import { operation } from "./operation.js";

const placed = {
  scope: f.scope.default("project"),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: f.sessionId.optional(),
  channel: f.channel.default("private"),
  tags: f.tags.default([]),
  refs: f.refs.default([]),
};

const decision = z.object({
  decision_id: f.memoryId,
  ts: f.ts,
  status: z.enum(["active", "superseded"]).describe("superseded: another took its place"),
  scope: f.shownScope,
  precedence: z.int().describe("Higher goes before lower"),
  decision: z.string(),
  rationale: z.array(z.string()).describe("Why it was decided"),
  constraints: z.array(z.string()),
  alternatives: z.array(z.string()),
  consequences: z.array(z.string()),
  refs: z.array(z.string()).describe("What it refers to"),
  subject_type: f.shownSubjectType,
  subject_id: f.shownSubjectId,
  project_id: f.shownProjectId,
  trust: f.trust,
  edits_applied: f.editsApplied,
});

const decisionInput = {
  decision: f.text.describe("What was decided"),
  rationale: f.rationale.default([]),
  constraints: f.constraints.default([]),
  alternatives: f.alternatives.default([]),
  consequences: f.consequences.default([]),
  ...placed,
};

export const createDecision = operation({
  summary: "Record a decision",
  input: z.strictObject(decisionInput),
  output: z.object({ decision_id: f.memoryId, ts: f.ts, status: z.literal("active") }),
  access: "memory:write",
  effect: "write",
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
    as_of: f.asOf.optional(),
  }),
  output: z.object({ decisions: z.array(decision) }),
  access: "memory:read",
  effect: "read",
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
  summary: "Replace a decision by a new one",
  input: z.strictObject({ decision_id: f.memoryId, ...decisionInput }),
  output: z.object({
    decision_id: f.memoryId,
    supersedes: f.memoryId,
    ts: f.ts,
    status: z.literal("active"),
  }),
  access: "memory:write",
  effect: "write",
  http: "POST /api/v1/decisions/:decision_id/supersede",
  status: 201,
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "supersede_decision",
    toolset: "governance",
    description:
      "Replace one decision by a new one; the old one stays on record as superseded. A person's decision is not an agent's to replace: propose an edit of it.",
  },
  cli: { command: "decision supersede", positional: ["decision_id", "decision"] },
});

const task = z.object({
  task_id: f.memoryId,
  ts: f.ts,
  status: f.taskStatus,
  title: z.string().describe("What is to be done"),
  details: z.string().describe("More about it"),
  refs: z.array(z.string()).describe("What it refers to"),
  scope: f.shownScope,
  subject_type: f.shownSubjectType,
  subject_id: f.shownSubjectId,
  project_id: f.shownProjectId,
  trust: f.trust,
  edits_applied: f.editsApplied,
});

export const createTask = operation({
  summary: "Create a task",
  input: z.strictObject({
    title: f.line.describe("What is to be done"),
    details: z.string().max(f.limits.textChars).default("").describe("More about it"),
    status: f.taskStatus.default("open"),
    ...placed,
  }),
  output: z.object({ task_id: f.memoryId, ts: f.ts, status: f.taskStatus }),
  access: "memory:write",
  effect: "write",
  http: "POST /api/v1/tasks",
  status: 201,
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "create_task",
    toolset: "governance",
    description: "Create a task that stays in context until it is done.",
  },
  cli: { command: "task create", positional: ["title"] },
});

export const listTasks = operation({
  summary: "Tasks, the unfinished ones unless asked otherwise",
  input: z.strictObject({
    status: z.enum(["open", "doing", "done", "any"]).optional().describe("Absent: open and doing"),
    scope: f.scope.optional(),
    project_id: f.projectId.optional(),
    subject_id: f.subjectId.optional(),
    channel: f.readChannel.optional(),
    limit: f.limit(200, 50),
    as_of: f.asOf.optional(),
  }),
  output: z.object({ tasks: z.array(task) }),
  access: "memory:read",
  effect: "read",
  http: "GET /api/v1/tasks",
  tag: "Decisions, tasks, rules",
  mcp: {
    tool: "list_tasks",
    toolset: "governance",
    description: "List tasks that are open or being done.",
    maxTokens: 6_000,
  },
  cli: { command: "task list" },
});

export const setTaskStatus = operation({
  summary: "Move a task to another state",
  input: z.strictObject({ task_id: f.memoryId, status: f.taskStatus }),
  output: z.object({ task_id: f.memoryId, status: f.taskStatus, ts: f.ts }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  http: "PUT /api/v1/tasks/:task_id/status",
  tag: "Decisions, tasks, rules",
  mcp: { tool: "set_task_status", toolset: "governance", description: "Mark a task open, doing or done." },
  cli: { command: "task status", positional: ["task_id", "status"] },
});

export const createRule = operation({
  summary: "Write a rule that every context begins with",
  input: z.strictObject({
    content: f.text.describe("The rule, as every context will show it"),
    scope: z
      .enum(["org", "project", "user"])
      .default("org")
      .describe("For everyone, one project or one subject"),
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
  output: z.object({ rule_id: f.memoryId, ts: f.ts }),
  access: "rule:write",
  effect: "write",
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
    as_of: f.asOf.optional(),
  }),
  output: z.object({
    rules: z.array(
      z.object({
        rule_id: f.memoryId,
        ts: f.ts,
        content: z.string(),
        scope: z.enum(["org", "project", "user"]),
        priority: z.int(),
        channel: f.channel.nullable(),
        invariant: z.string().nullable(),
        project_id: f.shownProjectId,
        edits_applied: f.editsApplied,
      }),
    ),
  }),
  access: "memory:read",
  effect: "read",
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
