import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

export const listAudit = operation({
  summary: "Audit entries, newest first: who did what to which ids, never the text",
  input: z.strictObject({
    operation: z.string().max(100).optional().describe("Only this operation, for instance remember"),
    actor_id: f.chosenId.optional().describe("Only what this principal did"),
    target_id: f.chosenId.optional().describe("Only what touched this id"),
    request_id: z.string().max(128).optional().describe("Only this request"),
    limit: f.limit(500, 50),
    before: f.auditId.optional().describe("Only entries older than this one: the next page"),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        audit_id: z.string(),
        at: f.ts,
        request_id: z.string(),
        trace_id: z.string(),
        actor_type: z.string(),
        actor_id: z.string(),
        operation: z.string(),
        surface: z.string(),
        decision: z.enum(["allowed", "denied", "failed"]),
        code: z.string().nullable(),
        policy_version: z.string().nullable().describe("The policy in force; null if none was known yet"),
        ids: z.array(z.string()),
      }),
    ),
  }),
  access: "audit:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted], input: { operation: "remember", limit: 10 } },
  http: "GET /api/v1/audit",
  tag: "System",
  cli: { command: "audit list" },
});
