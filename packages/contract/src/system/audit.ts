import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

const seq = z.int().describe("Its number: from 1, without a gap, in the order of sealing");
const hash = z
  .string()
  .describe(
    "SHA-256, in hex, of prev_hash, a line feed and the canonical JSON (RFC 8785) of the entry without prev_hash and hash",
  );

export const listAudit = operation({
  summary: "Audit entries, newest first: who did what to which ids, never the text",
  input: z.strictObject({
    operation: z.string().max(100).optional().describe("Only this operation, for instance remember"),
    actor_id: f.chosenId.optional().describe("Only what this principal did"),
    target_id: f.chosenId.optional().describe("Only what touched this id"),
    request_id: z.string().max(128).optional().describe("Only this request"),
    after_seq: z
      .int()
      .min(0)
      .optional()
      .describe("Only entries after this number, oldest first; 0 begins with the first"),
    limit: f.limit(1_000, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    entries: z
      .array(
        z.object({
          seq,
          audit_id: f.auditId,
          at: f.ts,
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
            .enum(["allowed", "redacted", "replayed", "denied", "failed"])
            .describe(
              "What became of it; redacted: parts of the answer were masked; replayed: it got the answer of an earlier call with its Idempotency-Key",
            ),
          code: z.string().nullable().describe("The error; null if it succeeded"),
          reason: z.string().nullable().describe("Why the policy decided so; null: nothing to say"),
          scope: z.string().nullable().describe("The scope that the call named; null: none"),
          boundary_class: z.string().nullable().describe("The class that the call was about; null: none"),
          policy_version: z.string().nullable().describe("The policy in force; null if none was known yet"),
          ids: z.array(z.string()).describe("What it touched"),
          key_id: f.keyId.nullable().describe("The API key that was used; null: none"),
          times: z.int().describe("How many calls it stands for; more than one only for unreadable requests"),
          saw_originals: z.boolean().describe("Whether it showed what edits have hidden"),
          redacted_count: z.int().describe("How many passages of the answer were masked"),
          digests: z
            .array(z.string())
            .describe("Digest of what the caller sent, keyed so that nobody can guess short texts"),
          prev_hash: z.string().describe("The hash of the entry before; 64 zeros before the first"),
          hash,
        }),
      )
      .describe("Newest first, or oldest first with after_seq"),
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

export const verifyAudit = operation({
  summary: "Check that no audit entry, and no policy, was altered, removed, moved or cut off",
  input: z.strictObject({
    anchor_seq: z
      .int()
      .min(1)
      .optional()
      .describe("Number of an entry whose hash was kept elsewhere, with anchor_hash"),
    anchor_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")
      .optional()
      .describe("The hash that was kept for anchor_seq"),
  }),
  output: z.object({
    valid: z.boolean().describe("Whether everything fits"),
    checked: z.int().describe("How many entries were checked"),
    first_bad_seq: z
      .int()
      .nullable()
      .describe("Number of the first entry that does not fit, or whose policy does not; null: none"),
    problem: z
      .enum([
        ...([
          "altered",
          "missing",
          "reordered",
          "truncated",
          "added",
          "head_missing",
          "head_behind",
        ] as const),
        ...(["policy_altered", "policy_missing", "policy_added"] as const),
      ])
      .nullable()
      .describe(
        "What happened there; truncated: the last entries are gone; added: not written by the server; head_missing, head_behind: the recorded end of the log is gone, or lies before its last entry; policy_altered, policy_missing: the policy that the entry says was applied is stored otherwise, or not at all; policy_added: a policy is stored that no entry tells of; null: nothing",
      ),
    head: z
      .object({ seq, hash })
      .describe("The last entry, an anchor to keep elsewhere; number 0 before the first"),
  }),
  access: "audit:read",
  effect: "read",
  errors: [],
  example: { before: [noted], input: {} },
  http: "GET /api/v1/audit/verify",
  tag: "System",
});

export const listAuditAnchors = operation({
  summary: "The last audit entry of each UTC day, to keep elsewhere and verify against",
  input: z.strictObject({ limit: f.limit(4_000, 366), cursor: paging.cursor }),
  output: z.object({
    anchors: z
      .array(
        z.object({ day: z.string().describe("The day in UTC, such as 2026-11-16"), seq, hash, at: f.ts }),
      )
      .describe("One for each day with an entry, newest first"),
    next_cursor: paging.nextCursor,
  }),
  access: "audit:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted], input: {} },
  http: "GET /api/v1/audit/anchors",
  tag: "System",
  cli: { command: "audit anchors" },
});
