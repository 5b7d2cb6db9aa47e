import { z } from "zod";
import { permissions, principalTypes, roles } from "./access.js";
import * as f from "./fields.js";
import { operation } from "./operation.js";

export const status = operation({
  summary: "What this memory is, who you are in it, and what it holds",
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    engine: z.enum(["embedded", "postgres"]),
    embedder: z.string(),
    extractor: z.string().describe("What draws facts from text: none, texts are kept as they came"),
    auth: z.string(),
    policy_version: z.string(),
    you: z.object({
      tenant_id: z.string(),
      principal_id: z.string(),
      type: z.enum(principalTypes),
      role: z.enum(roles),
      teams: z.array(z.string()),
    }),
    memories: z.record(z.string(), f.count),
    pending_edits: f.count,
    notes: z.array(z.string()).describe("What would make it better, or is degraded"),
  }),
  access: "system:read",
  effect: "read",
  http: "GET /api/v1/status",
  tag: "System",
  mcp: {
    tool: "status",
    toolset: "core",
    description: "What this memory holds, which mode it runs in, and who you are in it.",
  },
  cli: { command: "status" },
});

const key = z.object({
  key_id: f.keyId,
  principal_id: z.string(),
  type: z.enum(principalTypes),
  role: z.enum(roles),
  scopes: z.array(z.enum(permissions)).describe("What the role is narrowed to; empty: not narrowed"),
  teams: z.array(z.string()),
  grants: z.array(z.string()).describe("Allow tags, which nothing reads yet"),
  created_at: f.ts,
  expires_at: f.ts.nullable(),
  revoked_at: f.ts.nullable(),
  last_used_at: f.ts.nullable(),
});

export const createKey = operation({
  summary: "Create an API key; its secret is shown once",
  input: z.strictObject({
    principal: f.name.describe("Who will act with it, by name"),
    type: z.enum(principalTypes).default("agent").describe("What the principal is"),
    role: z.enum(roles).default("writer").describe("What it may do"),
    scopes: z
      .array(z.enum(permissions))
      .max(32)
      .refine((list) => list.length > 0, "must name a permission, or be left out for the whole role")
      .default([])
      .describe("Narrow the role to these permissions; left out: the whole role"),
    teams: z.array(f.name).max(64).default([]).describe("Teams whose memories it reads"),
    grants: f.tags.default([]).describe("Allow tags: kept with the key, but nothing reads them yet"),
    expires_in_days: z.int().min(1).max(3_650).optional().describe("Absent: until revoked"),
  }),
  output: z.object({
    key_id: f.keyId,
    key: z.string().describe("The secret; shown this once"),
    tenant_id: z.string(),
    principal_id: z.string(),
    type: z.enum(principalTypes),
    role: z.enum(roles),
    expires_at: f.ts.nullable(),
  }),
  access: "admin",
  effect: "write",
  http: "POST /api/v1/keys",
  secretAnswer: true,
  status: 201,
  tag: "System",
  cli: { command: "key create" },
});

export const listKeys = operation({
  summary: "API keys of this tenant, without their secrets",
  input: z.strictObject({}),
  output: z.object({ keys: z.array(key) }),
  access: "admin",
  effect: "read",
  http: "GET /api/v1/keys",
  tag: "System",
  cli: { command: "key list" },
});

export const revokeKey = operation({
  summary: "Revoke an API key",
  input: z.strictObject({ key_id: f.keyId }),
  output: z.object({ key_id: f.keyId, revoked_at: f.ts }),
  access: "admin",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  http: "DELETE /api/v1/keys/:key_id",
  tag: "System",
  cli: { command: "key revoke", positional: ["key_id"] },
});

const space = z.object({
  space_id: z.int(),
  model: z.string(),
  dims: z.int(),
  state: z.enum(["active", "filling", "stopped", "retired"]),
  vectors: f.count,
  missing: f.count,
});

export const embeddingsStatus = operation({
  summary: "Embedding spaces: which is read, which is being filled, how far",
  input: z.strictObject({}),
  output: z.object({ embedder: z.string(), dims: z.int(), spaces: z.array(space), note: z.string() }),
  access: "system:read",
  effect: "read",
  http: "GET /api/v1/embeddings",
  tag: "System",
  cli: { command: "embeddings status" },
});

export const switchEmbeddings = operation({
  summary: "Move to the configured embedder: fill its space, then read from it. Can be stopped and resumed",
  input: z.strictObject({
    action: z.enum(["start", "stop"]).default("start").describe("start also resumes"),
  }),
  output: z.object({
    space_id: z.int(),
    state: z.enum(["active", "filling", "stopped", "retired"]),
    done: f.count,
    total: f.count,
    note: z.string(),
  }),
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  http: "POST /api/v1/embeddings/switch",
  tag: "System",
  cli: { command: "embeddings switch" },
});

export const listAudit = operation({
  summary: "Audit entries, newest first: who did what to which ids, never the text",
  input: z.strictObject({
    operation: z.string().max(100).optional().describe("Only this operation, for instance remember"),
    actor_id: f.name.optional().describe("Only what this principal did"),
    target_id: f.name.optional().describe("Only what touched this id"),
    request_id: z.string().max(128).optional().describe("Only this request"),
    limit: f.limit(500, 50),
    before: f.name.optional().describe("Only entries older than this one: the next page"),
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
        ids: z.array(z.string()),
      }),
    ),
  }),
  access: "audit:read",
  effect: "read",
  http: "GET /api/v1/audit",
  tag: "System",
  cli: { command: "audit list" },
});
