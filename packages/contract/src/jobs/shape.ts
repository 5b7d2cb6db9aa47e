import { z } from "zod";
import * as f from "../fields.js";

export const jobStatus = z
  .enum(["PENDING", "PROCESSING", "DONE", "FAILED", "STOPPED"])
  .describe("PENDING waits, PROCESSING runs; DONE, FAILED and STOPPED have ended");

/** What the last extraction from a document gave. */
export const extractionRun = z
  .object({
    extractor: z.enum(["rules", "model"]).describe("What extracted the events"),
    model: z.string().nullable().describe("The model, if one did"),
    prompt_version: z.string().nullable().describe("The version of the prompts it was given"),
    events: f.count.describe("Events that were taken"),
    rejected: f.count.describe("Events that were not"),
    finished_at: f.ts.describe("When it was done"),
  })
  .nullable()
  .describe("What an extraction that is DONE gave; null for other jobs");

/** What all answers say of a job. */
export const jobState = {
  job_id: f.jobId,
  job_type: z.string().describe("What it does, for instance extract_events"),
  status: jobStatus,
  attempts: f.count.describe("How often it was tried"),
  max_attempts: f.count.describe("After so many failed attempts it is FAILED"),
  priority: z.int().describe("Higher goes first"),
  created_at: f.ts,
  updated_at: f.ts.describe("When it last changed; for a job that has ended, when it ended"),
  locked_by: z.string().nullable().describe("The worker that took it last; null before the first attempt"),
  locked_at: z.string().nullable().describe("When that worker took it"),
  last_error_code: z.string().nullable().describe("Why the last attempt failed; null if none did"),
  last_error_message: z.string().nullable().describe("The same in words"),
  next_run_at: z.string().nullable().describe("When a job that waits may run; null for others"),
  run: extractionRun,
};

export const shownJob = {
  ...jobState,
  kind: z.string().describe("The same as job_type"),
  artifact_uid: z.string().nullable().describe("The document it extracts from; null for other jobs"),
  revision_id: z.string().nullable().describe("The revision of that document"),
  progress: z
    .record(z.string(), z.number())
    .describe("How far it is, in counts of its own, for instance done and total"),
  error: z.string().nullable().describe("Why the last attempt failed, code and message; null if none did"),
  on_behalf_of: z
    .string()
    .nullable()
    .describe("Whose rights it runs with, for instance agent:bot-7; null for work of the system itself"),
  run_at: f.ts.describe("When it was or will be due"),
};
