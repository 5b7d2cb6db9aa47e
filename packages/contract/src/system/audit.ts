import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

export const listAudit = operation({
  summary: "Audit entries, newest first: who did what to which ids, never the text",
  input: z.strictObject({
    operation: z.string().max(100).optional().describe("Only this operation, for instance remember"),
    actor_id: f.chosenId.optional().describe("Only what this principal did"),
    target_id: f.chosenId.optional().describe("Only what touched this id"),
    request_id: z.string().max(128).optional().describe("Only this request"),
    limit: f.limit(500, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    entries: z
      .array(
        z.object({
          audit_id: f.auditId,
          recorded_at: f.ts,
          request_id: z.string().describe("The request that it was part of"),
          trace_id: z.string().describe("The trace that the request was part of"),
          actor_type: z.string().describe("human, agent or service"),
          actor_id: z.string().describe("Who did it"),
          on_behalf_of: z
            .string()
            .nullable()
            .describe("Whose rights were used, for instance agent:bot-7, if not the actor's own"),
          operation: z.string().describe("What was done, for instance remember"),
          surface: z.string().describe("How it was called: rest, mcp, cli, sdk or worker"),
          decision: z
            .enum(["allowed", "replayed", "denied", "failed"])
            .describe(
              "What became of it; replayed: it got the answer of an earlier call with its Idempotency-Key",
            ),
          code: z.string().nullable().describe("The error; null if it succeeded"),
          policy_version: z.string().nullable().describe("The policy in force; null if none was known yet"),
          ids: z.array(z.string()).describe("What it touched"),
          key_id: f.keyId.nullable().describe("The API key that was used; null: none"),
          times: z.int().describe("How many calls it stands for; more than one only for unreadable requests"),
          saw_originals: z.boolean().describe("Whether it showed what edits have hidden"),
        }),
      )
      .describe("Newest first"),
    next_cursor: paging.nextCursor,
  }),
  access: "audit:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted], input: { operation: "remember", limit: 10 } },
  http: "GET /api/v1/audit",
  tag: "System",
  cli: { command: "audit list" },
});
