import { z } from "zod";
import { permissions, principalTypes, roles } from "../access.js";
import { type ExampleStep, exampleIds } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

const holder = {
  principal_id: z.string().describe("Who acts with it"),
  type: z.enum(principalTypes).describe("What the principal is"),
  role: z.enum(roles).describe("What it may do"),
};
const madeBy = z.string().nullable().describe("Who made it, for instance human:ada; null: not recorded");
const expiresAt = f.ts.nullable().describe("When it expires; null: never");

const key = z.object({
  key_id: f.keyId,
  ...holder,
  scopes: z.array(z.enum(permissions)).describe("What the role is narrowed to; empty: not narrowed"),
  teams: z.array(z.string()).describe("Teams whose memories it reads"),
  grants: z.array(z.string()).describe("The tags for which it may read claims and send texts"),
  made_by: madeBy,
  made_by_key: f.keyId.nullable().describe("The key with which it was made; null: none"),
  created_at: f.ts,
  expires_at: expiresAt,
  revoked_at: f.ts.nullable().describe("When it was revoked; null: it was not"),
  last_used_at: f.ts.nullable().describe("When it was used last; null: never"),
});

const keyMade: ExampleStep = {
  operation: "createKey",
  input: { principal: "assistant", expires_in_days: 90 },
  gives: { [exampleIds.key]: "key_id" },
};

export const createKey = operation({
  summary: "Create an API key that can do no more than its maker; its secret is shown once",
  input: z.strictObject({
    principal: f.chosenId.describe(
      "Who will act with it, by name; a name that is not your own needs identity:impersonate",
    ),
    type: z.enum(principalTypes).default("agent").describe("What the principal is"),
    role: z.enum(roles).default("writer").describe("What it may do"),
    scopes: z
      .array(z.enum(permissions))
      .max(32)
      .refine((list) => list.length > 0, "must name a permission, or be left out for the whole role")
      .default([])
      .describe("Narrow the role to these permissions; left out: the whole role"),
    teams: z.array(f.chosenId).max(64).default([]).describe("Teams whose memories it reads, from your own"),
    grants: f.tags
      .default([])
      .describe(
        "The tags for which it may read claims and send texts, as in answer:task or tool:*; none: what everybody may",
      ),
    expires_in_days: z
      .int()
      .min(1)
      .max(3_650)
      .optional()
      .describe("Absent: until its maker's credential expires, or until revoked"),
  }),
  output: z.object({
    key_id: f.keyId,
    key: z.string().describe("The secret; shown this once"),
    tenant_id: z.string().describe("The tenant it acts in"),
    ...holder,
    expires_at: expiresAt,
  }),
  access: "admin",
  effect: "write",
  errors: ["CONFLICT"],
  example: {
    input: { principal: "assistant", type: "agent", role: "writer", expires_in_days: 90 },
  },
  http: "POST /api/v1/keys",
  secretAnswer: true,
  status: 201,
  tag: "System",
  cli: { command: "key create" },
});

export const listKeys = operation({
  summary: "API keys of this tenant, without their secrets",
  input: z.strictObject({ limit: f.limit(200, 50), cursor: paging.cursor }),
  output: z.object({ keys: z.array(key).describe("Newest first"), next_cursor: paging.nextCursor }),
  access: "admin",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [keyMade], input: {} },
  http: "GET /api/v1/keys",
  tag: "System",
  cli: { command: "key list" },
});

export const revokeKey = operation({
  summary: "Revoke an API key and the keys that were made with it",
  input: z.strictObject({
    key_id: f.keyId,
    keep_made: z.boolean().default(false).describe("Leave the keys that were made with it as they are"),
  }),
  output: z.object({
    key_id: f.keyId,
    revoked_at: f.ts,
    also_revoked: z.array(f.keyId).describe("Keys made with it, directly or by others of them"),
  }),
  access: "admin",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["NOT_FOUND"],
  example: { before: [keyMade], input: { key_id: exampleIds.key } },
  http: "DELETE /api/v1/keys/:key_id",
  tag: "System",
  cli: { command: "key revoke", positional: ["key_id"] },
});
