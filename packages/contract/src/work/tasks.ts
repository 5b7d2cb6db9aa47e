import { z } from "zod";
import { exampleIds, planned } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { placed } from "./placed.js";

const task = z.object({
  memory_id: f.memoryId,
  occurred_at: f.ts,
  status: f.taskStatus,
  title: z.string().describe("What is to be done"),
  details: z.string().describe("More about it"),
  refs: f.shownRefs,
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
  output: z.object({ memory_id: f.memoryId, recorded_at: f.ts, status: f.taskStatus }),
  access: "memory:write",
  effect: "write",
  errors: ["TOMBSTONED"],
  example: {
    input: { title: "Book the venue", details: "For forty people, in May.", project_id: "apollo" },
  },
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
    cursor: paging.cursor,
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: z.object({
    tasks: z.array(task).describe("Those being done, then the open ones, the newest first"),
    ...f.gaps,
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [planned], input: { project_id: "apollo", channel: "private" } },
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
  input: z.strictObject({ memory_id: f.memoryId, status: f.taskStatus }),
  output: z.object({ memory_id: f.memoryId, status: f.taskStatus, changed_at: f.ts }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  errors: ["NOT_FOUND"],
  example: { before: [planned], input: { memory_id: exampleIds.task, status: "doing" } },
  http: "PUT /api/v1/tasks/:memory_id/status",
  tag: "Decisions, tasks, rules",
  mcp: { tool: "set_task_status", toolset: "governance", description: "Mark a task open, doing or done." },
  cli: { command: "task status", positional: ["memory_id", "status"] },
});
