import { z } from "zod";
import { type ExampleStep, exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import * as shape from "./shape.js";

const tag = "Erasure";
const answer = z.object(shape.erasure);
const ada = { subject_type: "user", subject_id: "ada" };
const reason = f.reason.describe("Why, for the record, which is kept: name a ticket and no person");

/** A request for the erasure of a subject, which waits. */
const asked: ExampleStep = {
  operation: "requestErasure",
  input: { ...ada, reason: "Request 4711" },
  gives: { [exampleIds.erasure]: "erasure_id" },
};

export const previewErasure = operation({
  summary: "What the erasure of a subject would reach, in numbers; nothing is changed",
  input: z.strictObject(shape.subject),
  output: z.object({
    subject_type: z.string().describe("The kind of subject"),
    subject_id: z.string().describe("Whom or what it is about"),
    matched: shape.matched,
    mentioned_in: z
      .array(f.memoryId)
      .describe("Memories about others that name the subject, as far as you may read them; at most 100"),
  }),
  access: "admin",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted], input: ada },
  http: "POST /api/v1/erasures/preview",
  tag,
  cli: { command: "erasure preview", positional: ["subject_id"] },
});

export const requestErasure = operation({
  summary: "Ask for the erasure of all that is stored about a subject; another person has to approve it",
  input: z.strictObject({ ...shape.subject, reason }),
  output: answer,
  access: "admin",
  effect: "write",
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [noted], input: { ...ada, reason: "Request 4711" } },
  http: "POST /api/v1/erasures",
  status: 202,
  tag,
  cli: { command: "erasure request", positional: ["subject_id"] },
});

export const listErasures = operation({
  summary: "Erasures of the tenant, the newest first",
  input: z.strictObject({
    status: shape.status.optional().describe("Only those; absent: all"),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    erasures: z.array(answer).describe("The newest first"),
    next_cursor: paging.nextCursor,
  }),
  access: "edit:approve",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted, asked], input: {} },
  http: "GET /api/v1/erasures",
  tag,
  cli: { command: "erasure list" },
});

export const getErasure = operation({
  summary: "One erasure: how far it is, what it has erased, and its receipt",
  input: z.strictObject({ erasure_id: shape.erasureId }),
  output: answer,
  access: "edit:approve",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, asked], input: { erasure_id: exampleIds.erasure } },
  http: "GET /api/v1/erasures/:erasure_id",
  tag,
  cli: { command: "erasure get", positional: ["erasure_id"] },
});

export const approveErasure = operation({
  summary: "Approve an erasure that somebody else asked for; it begins at once and cannot be undone",
  input: z.strictObject({
    erasure_id: shape.erasureId,
    confirm: f.chosenId
      .optional()
      .describe(
        "The subject's id once more, by which the operator of a machine approves a request of their own",
      ),
  }),
  output: answer,
  access: "edit:approve",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [noted, asked], input: { erasure_id: exampleIds.erasure, confirm: "ada" } },
  http: "PUT /api/v1/erasures/:erasure_id/approve",
  tag,
  cli: { command: "erasure approve", positional: ["erasure_id"] },
});

export const cancelErasure = operation({
  summary: "Take back a request for an erasure that waits",
  input: z.strictObject({ erasure_id: shape.erasureId }),
  output: answer,
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [noted, asked], input: { erasure_id: exampleIds.erasure } },
  http: "PUT /api/v1/erasures/:erasure_id/cancel",
  tag,
  cli: { command: "erasure cancel", positional: ["erasure_id"] },
});

export const verifyErasure = operation({
  summary: "Check the receipt of an erasure: its signature, and that the audit log holds it",
  input: z.strictObject({ erasure_id: shape.erasureId }),
  output: z.object({
    erasure_id: shape.erasureId,
    valid: z.boolean().describe("Whether the receipt is as it was signed and stands in the audit log"),
    problem: z
      .enum(["not_done", "signature", "audit"])
      .nullable()
      .describe("What is wrong: it is not done, the signature does not fit, or the audit log lacks it"),
  }),
  access: "edit:approve",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, asked], input: { erasure_id: exampleIds.erasure } },
  http: "GET /api/v1/erasures/:erasure_id/verify",
  tag,
  cli: { command: "erasure verify", positional: ["erasure_id"] },
});
