import { z } from "zod";
import { type ExampleStep, exampleIds, queued } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { jobStatus, shownJob } from "./shape.js";

const job = z.object(shownJob);

export const listJobs = operation({
  summary: "Background jobs, newest first: your own, or all of the tenant for an admin",
  input: z.strictObject({
    status: jobStatus.optional(),
    job_type: z.string().max(100).optional().describe("The same as kind"),
    artifact_uid: f.idOf("uid").optional().describe("Only jobs that extract from this document (uid_…)"),
    kind: z.string().max(100).optional().describe("Only jobs of this kind, for instance embedding_fill"),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    jobs: z.array(job).describe("Newest first"),
    total: f.count.describe("How many jobs fit, on all pages"),
    total_count: f.count.describe("The same as total"),
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [queued], input: { status: "PENDING" } },
  http: "GET /v1/jobs",
  tag: "Jobs",
  mcp: {
    tool: "job_list",
    toolset: "events",
    description: "List background jobs, newest first, with their state and, if they failed, the reason.",
  },
  cli: { command: "job list" },
});

export const getJob = operation({
  summary: "One background job: how far it is, and why it failed if it did",
  input: z.strictObject({ job_id: f.jobId }),
  output: job,
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [queued], input: { job_id: exampleIds.job } },
  http: "GET /v1/jobs/:job_id",
  tag: "Jobs",
  mcp: {
    tool: "job_get",
    toolset: "events",
    description: "One background job by its id (job_…): its state, attempts and last error.",
  },
  cli: { command: "job get", positional: ["job_id"] },
});

const stopped: ExampleStep = { operation: "stopJob", input: { job_id: exampleIds.job } };

export const retryJob = operation({
  summary: "Run a job that waits at once, or put one that failed or was stopped back into the queue",
  input: z.strictObject({ job_id: f.jobId }),
  output: job,
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [queued, stopped], input: { job_id: exampleIds.job } },
  http: "POST /v1/jobs/:job_id/retry",
  tag: "Jobs",
  mcp: {
    tool: "job_retry",
    toolset: "events",
    description: "Run a job that waits at once, or queue one that failed or was stopped again.",
  },
  cli: { command: "job retry", positional: ["job_id"] },
});

export const stopJob = operation({
  summary: "Stop a job that waits or runs; what it has written stays",
  input: z.strictObject({ job_id: f.jobId }),
  output: job,
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [queued], input: { job_id: exampleIds.job } },
  http: "POST /v1/jobs/:job_id/stop",
  tag: "Jobs",
  mcp: {
    tool: "job_stop",
    toolset: "events",
    description: "Stop a job that waits or runs. What it has written stays.",
  },
  cli: { command: "job stop", positional: ["job_id"] },
});
