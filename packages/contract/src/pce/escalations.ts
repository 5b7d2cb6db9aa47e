import { z } from "zod";
import { exampleIds, stopped } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { cursor, nextCursor } from "../paging.js";
import { envelope, pceScope } from "./envelope.js";

const escalationId = z.string().min(1).max(64).describe("The id of the escalation, esc_…");
const status = z
  .enum(["pending", "approved", "rejected", "revoked"])
  .describe("What was decided; revoked: the approval was taken back");
const EXPIRES_IN = /^[1-9]\d{0,5}[smhdw]$/;

const decided = envelope(
  z.object({
    escalation_id: escalationId,
    status,
    expires_at: f.ts.nullable().describe("Until when the approval holds, or held; null if it was rejected"),
  }),
);

export const listEscalations = operation({
  summary: "Texts that were stopped and that a person may allow",
  input: z.strictObject({
    status: status.optional().describe("Only those; absent: all"),
    limit: z.int().min(1).max(200).default(50).describe("How many at most"),
    cursor,
  }),
  output: envelope(
    z.object({
      escalations: z
        .array(
          z.object({
            escalation_id: escalationId,
            status,
            requested_by: z.string().describe("Who wants to send the text, as type:id"),
            boundary_class: z
              .enum(["public", "internal", "pii"])
              .describe("The strictest class found in the text"),
            allow: z.array(z.string()).describe("What it is for"),
            scope: pceScope.describe("What the text belongs to"),
            found: z.array(z.string()).describe("What was found in it, as in email; never the text"),
            created_at: f.ts.describe("When it was stopped"),
            decided_by: z.string().nullable().describe("Who decided, as type:id; null if nobody has"),
            reason: z.string().nullable().describe("Why it was decided so"),
            decided_at: f.ts.nullable().describe("When it was decided"),
            expires_at: f.ts.nullable().describe("Until when the approval holds"),
          }),
        )
        .describe("The newest first"),
      has_more: z.boolean().describe("Whether there are more"),
      next_cursor: nextCursor,
    }),
  ),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [stopped], input: {} },
  http: "GET /v1/boundary/escalations",
  tag: "Boundary",
  cli: { command: "boundary escalations" },
});

const reason = z.string().min(1).max(2_000).describe("Why, for the record");

export const approveEscalation = operation({
  summary: "Let a person's decision allow a text that was stopped",
  input: z.strictObject({
    escalation_id: escalationId,
    reason,
    expires_in: z
      .string()
      .regex(EXPIRES_IN, "must be a whole number from 1 to 999999 and s, m, h, d or w, as in 24h")
      .optional()
      .describe(
        "How long the same text may be sent by the same caller for the same tags and scope, at most as long as the policy lets it; absent: 24h, or that if it is shorter",
      ),
  }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: {
    before: [stopped],
    input: { escalation_id: exampleIds.escalation, reason: "She asked for it herself." },
  },
  http: "PUT /v1/boundary/escalations/:escalation_id/approve",
  tag: "Boundary",
  cli: { command: "boundary approve", positional: ["escalation_id"] },
});

export const rejectEscalation = operation({
  summary: "Decide that a text stays stopped",
  input: z.strictObject({ escalation_id: escalationId, reason }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [stopped], input: { escalation_id: exampleIds.escalation, reason: "Not needed." } },
  http: "PUT /v1/boundary/escalations/:escalation_id/reject",
  tag: "Boundary",
  cli: { command: "boundary reject", positional: ["escalation_id"] },
});

export const revokeEscalation = operation({
  summary: "Take back an approval, so that the text is stopped again",
  input: z.strictObject({ escalation_id: escalationId, reason }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: {
    before: [
      stopped,
      {
        operation: "approveEscalation",
        input: { escalation_id: exampleIds.escalation, reason: "She asked for it herself." },
      },
    ],
    input: { escalation_id: exampleIds.escalation, reason: "She changed her mind." },
  },
  http: "PUT /v1/boundary/escalations/:escalation_id/revoke",
  tag: "Boundary",
  cli: { command: "boundary revoke", positional: ["escalation_id"] },
});
