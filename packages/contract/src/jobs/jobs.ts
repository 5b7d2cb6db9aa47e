import { z } from "zod";
import { type ExampleStep, exampleIds, queued } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

const status = z
  .enum(["PENDING", "PROCESSING", "DONE", "FAILED", "STOPPED"])
  .describe("PENDING waits, PROCESSING runs; DONE, FAILED and STOPPED have ended");

const job = z.object({
  job_id: f.jobId,
  kind: z.string().describe("What it does, for instance embedding_fill"),
  status,
  progress: z
    .record(z.string(), z.number())
    .describe("How far it is, in counts of its own, for instance done and total"),
  attempts: f.count.describe("How often it was tried"),
  max_attempts: f.count.describe("After so many failed attempts it is FAILED"),
  error: z.string().nullable().describe("Why the last attempt failed; null if none did"),
  on_behalf_of: z
    .string()
    .nullable()
    .describe("Whose rights it runs with, for instance agent:bot-7; null for work of the system itself"),
  created_at: f.ts,
  run_at: f.ts.describe("When it was or will be due"),
  updated_at: f.ts.describe("When it last changed; for a job that has ended, when it ended"),
});

export const listJobs = operation({
  summary: "Background jobs, newest first: your own, or all of the tenant for an admin",
  input: z.strictObject({
    status: status.optional(),
    kind: z.string().max(100).optional().describe("Only jobs of this kind, for instance embedding_fill"),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    jobs: z.array(job).describe("Newest first"),
    total_count: f.count.describe("How many jobs fit, on all pages"),
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [queued], input: { status: "PENDING" } },
  http: "GET /v1/jobs",
  tag: "Jobs",
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
  cli: { command: "job get", positional: ["job_id"] },
});

const stopped: ExampleStep = { operation: "stopJob", input: { job_id: exampleIds.job } };

export const retryJob = operation({
  summary: "Put a job that failed or was stopped back into the queue",
  input: z.strictObject({ job_id: f.jobId }),
  output: job,
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [queued, stopped], input: { job_id: exampleIds.job } },
  http: "POST /v1/jobs/:job_id/retry",
  tag: "Jobs",
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
  cli: { command: "job stop", positional: ["job_id"] },
});
