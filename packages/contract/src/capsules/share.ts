import { z } from "zod";
import { exampleIds, noted, shared } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

const audience = z
  .array(f.audienceMember)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, "must not name an agent twice")
  .refine((ids) => !ids.includes("*"), "must name each agent or team; * stands for nobody")
  .describe("Agents that may open it, by the names they call with");

const ids = z.array(f.memoryId).max(f.limits.capsuleItems).default([]);
const ttl = z
  .int()
  .min(1)
  .max(f.limits.capsuleDays)
  .optional()
  .describe("Days until it closes; absent: 7, or the fewer that the policy allows");

export const createCapsule = operation({
  summary: "Bundle memories about a subject for named agents, for a time",
  input: z.strictObject({
    subject_type: f.subjectType,
    subject_id: f.subjectId,
    scope: f.scope,
    project_id: f.projectId.optional(),
    audience_agent_ids: audience,
    items: z
      .strictObject({
        chunks: ids.describe("Chunks, tasks and rules"),
        decisions: ids.describe("Decisions"),
        artifacts: ids.describe("Artifacts"),
      })
      .refine(
        (i) => i.chunks.length + i.decisions.length + i.artifacts.length > 0,
        "must hold at least one item",
      )
      .refine(
        (i) => i.chunks.length + i.decisions.length + i.artifacts.length <= f.limits.capsuleItems,
        "must hold at most 1,000 items",
      )
      .describe("Ids of what it holds; at least one"),
    ttl_days: ttl,
    risks: z.array(f.line).max(50).default([]).describe("What to beware of when using it"),
    forward: z.boolean().default(false).describe("Whether its audience may forward it to other agents"),
  }),
  output: z.object({
    capsule_id: f.capsuleId,
    status: z.literal("active").describe("It is open"),
    expires_at: f.ts.describe("When it closes, ISO 8601 in UTC"),
    item_count: f.count.describe("How many items it holds"),
    unseen_audience: z.array(z.string()).describe("Audience ids that have never called: check the spelling"),
  }),
  access: "capsule:write",
  effect: "write",
  errors: ["NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [noted],
    input: {
      subject_type: "user",
      subject_id: "ada",
      scope: "user",
      audience_agent_ids: ["planner"],
      items: { chunks: [exampleIds.note] },
      ttl_days: 7,
    },
  },
  http: "POST /api/v1/capsules",
  status: 201,
  tag: "Capsules",
  mcp: {
    tool: "create_capsule",
    toolset: "governance",
    description: "Hand a curated, expiring bundle of memories to other agents, by their ids.",
  },
  cli: { command: "capsule create" },
});

export const forwardCapsule = operation({
  summary: "Forward a capsule that you were given, if its author allows that",
  input: z.strictObject({ capsule_id: f.capsuleId, audience_agent_ids: audience, ttl_days: ttl }),
  output: z.object({
    capsule_id: f.capsuleId,
    forwarded_from: f.capsuleId,
    status: z.literal("active").describe("It is open"),
    expires_at: f.ts.describe("When it closes, ISO 8601 in UTC"),
    item_count: f.count.describe("How many items it holds"),
  }),
  access: "capsule:write",
  effect: "write",
  errors: ["NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [noted, shared],
    as: "planner",
    input: { capsule_id: exampleIds.capsule, audience_agent_ids: ["scheduler"] },
  },
  http: "POST /api/v1/capsules/:capsule_id/forward",
  status: 201,
  tag: "Capsules",
  mcp: {
    tool: "forward_capsule",
    toolset: "governance",
    description: "Pass a capsule on to other agents; it never outlives the one it came from.",
  },
  cli: { command: "capsule forward", positional: ["capsule_id", "audience_agent_ids"] },
});

export const revokeCapsule = operation({
  summary: "Revoke a capsule that you made or govern",
  input: z.strictObject({ capsule_id: f.capsuleId }),
  output: z.object({
    capsule_id: f.capsuleId,
    status: z.literal("revoked").describe("It is closed"),
    revoked_at: f.ts,
  }),
  access: "capsule:write",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["NOT_FOUND"],
  example: { before: [noted, shared], input: { capsule_id: exampleIds.capsule } },
  http: "DELETE /api/v1/capsules/:capsule_id",
  tag: "Capsules",
  mcp: {
    tool: "revoke_capsule",
    toolset: "governance",
    description: "Take back a capsule that you made; nobody can open it from then on.",
  },
  cli: { command: "capsule revoke", positional: ["capsule_id"] },
});
