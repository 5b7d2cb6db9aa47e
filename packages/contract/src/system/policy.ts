import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { cursor, nextCursor } from "../paging.js";
import { envelope } from "../pce/index.js";

const appliedFields = {
  version: z.string().describe("Its version"),
  applied_at: f.ts.nullable().describe("When it was applied; null for the default"),
  applied_by: z.string().nullable().describe("Who applied it; null for the default"),
  approver: z.string().nullable().describe("Who approved it, as the caller said; null if nobody was named"),
  signed_by: z.string().nullable().describe("The name of the key that signed it; null if none did"),
};

export const getPolicy = operation({
  summary: "The policy in force: who reads what, whose edits wait, limits and weights",
  input: z.strictObject({}),
  output: envelope(
    z.object({
      ...appliedFields,
      source: z.enum(["default", "tenant"]).describe("The shipped default, or one that was applied here"),
      yaml: z.string().describe("The text as it was applied"),
      notes: z
        .array(z.string())
        .optional()
        .describe("What holds beside the text, for instance of an older one"),
    }),
  ),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { input: {} },
  withoutPolicy: true,
  http: "GET /v1/policy",
  tag: "System",
  cli: { command: "policy get" },
});

export const listPolicyVersions = operation({
  summary: "The policies that were applied here, the newest first",
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(50).describe("How many at most"),
    cursor,
  }),
  output: envelope(
    z.object({
      versions: z.array(z.object(appliedFields)).describe("Without the shipped default"),
      has_more: z.boolean().describe("Whether there are more"),
      next_cursor: nextCursor,
    }),
  ),
  access: "system:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { input: {} },
  withoutPolicy: true,
  http: "GET /v1/policy/versions",
  tag: "System",
  cli: { command: "policy versions" },
});

const memories = {
  count: z.int().min(0).describe("How many, of those that the caller may see"),
  memory_ids: z.array(z.string()).describe("The first 100 of them"),
};

const changes = z.object({
  settings: z
    .array(
      z.object({
        path: z.string().describe("The setting, as in channels.team.clearance"),
        from: z.json().describe("What it is now; null if it is not set"),
        to: z.json().describe("What it would be; null if it would not be set"),
      }),
    )
    .describe("Which settings would change"),
  leave_channels: z
    .array(z.object({ channel: z.enum(f.readChannel.options).describe("The channel"), ...memories }))
    .describe("Which memories could no longer be read in which channels"),
  expire: z.object(memories).describe("Which memories would expire at once"),
});

export const applyPolicy = operation({
  summary: "Put a policy in force; what it leaves out is as in the default",
  input: z.strictObject({
    yaml: z
      .string()
      .describe(
        "The policy as YAML or JSON, with all scopes and boundary classes, and a higher version than the one in force",
      ),
    dry_run: z.boolean().default(false).describe("Tell what would change, and change nothing"),
    validate_only: z.boolean().default(false).describe("Check the text and change nothing"),
    expected_version: z.string().max(64).optional().describe("Apply only if this version is in force"),
    signature: z
      .string()
      .max(200)
      .optional()
      .describe("An Ed25519 signature of the text, in base64, by a key that the policy in force names"),
    approver: f.chosenId.optional().describe("Who approved it, for the record"),
  }),
  output: envelope(
    z.object({
      version: z.string().describe("Its version, as three numbers"),
      changes: changes.optional().describe("With dry_run: what would change"),
    }),
  ).extend({
    warnings: z
      .array(z.string())
      .optional()
      .describe("What may not be meant, for instance that nobody could approve"),
  }),
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "INVALID_POLICY", "UNAUTHORIZED"],
  maxBytes: 128 * 1024,
  timeoutSeconds: 10,
  example: {
    input: {
      yaml: [
        "version: 1.0.0",
        "scopes: { session: {}, project: {}, principle: {} }",
        "boundary_classes: { public: {}, internal: {}, pii: {}, secret: {} }",
        "channels:",
        "  team: { clearance: public }",
        "",
      ].join("\n"),
      expected_version: "0.0.0-default",
    },
  },
  withoutPolicy: true,
  http: "POST /v1/policy/apply",
  tag: "System",
  mcp: {
    tool: "pce_memory_policy_apply",
    toolset: "pce",
    description:
      "Put a policy in force: what may be read where, sent for what, and kept how long. For admins. Try it with dry_run first, which tells what would change.",
  },
  cli: { command: "policy apply", positional: ["yaml"], files: ["yaml"] },
});
