import { z } from "zod";
import { exampleIds, noted, shared } from "../example.js";
import * as f from "../fields.js";
import { kindName } from "../kinds/index.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { capsule } from "./capsule.js";

const itemIds = z.array(f.memoryId);

const listed = capsule.extend({
  items: z
    .object({
      chunks: itemIds.describe("Chunks, tasks and rules"),
      decisions: itemIds.describe("Decisions"),
      artifacts: itemIds.describe("Artifacts"),
    })
    .describe(
      "Ids of its first 50 items, as far as you may see them in a public channel; none once it is closed",
    ),
});

export const listCapsules = operation({
  summary: "Capsules that the caller may open, has made or governs",
  input: z
    .strictObject({
      subject_type: f.subjectType.optional(),
      subject_id: f.subjectId.optional(),
      mine: z.boolean().default(false).describe("Those I made, whatever their status"),
      all: z
        .boolean()
        .default(false)
        .describe("Everybody's, whatever their status: for people and services that review; audited"),
      limit: f.limit(200, 50),
      cursor: paging.cursor,
    })
    .refine(({ mine, all }) => !(mine && all), {
      path: ["all"],
      error: "takes in those of mine; give one of the two",
    }),
  output: z.object({
    capsules: z.array(listed).describe("Newest first"),
    total_count: f.count.describe("How many there are, not only those shown"),
    next_cursor: paging.nextCursor,
  }),
  access: "capsule:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted, shared], as: "planner", input: {} },
  http: "GET /api/v1/capsules",
  tag: "Capsules",
  mcp: {
    tool: "list_capsules",
    toolset: "governance",
    description: "List the capsules that other agents have handed to you.",
    maxTokens: 6_000,
  },
  cli: { command: "capsule list" },
});

export const getCapsule = operation({
  summary: "Open a capsule, or look into one that you made or govern: its items as they are now",
  input: z.strictObject({
    capsule_id: f.capsuleId,
    channel: f.readChannel.optional(),
    as_of: f.asOf.optional(),
    see_withheld: f.seeWithheld,
  }),
  output: capsule.extend({
    items: z
      .array(
        z.object({
          memory_id: f.memoryId,
          kind: kindName(({ inCapsules }) => inCapsules, ["artifact"]).describe("What the item is"),
          text: f.shownText,
          importance: f.shownImportance,
          occurred_at: f.ts,
          trust: f.trust,
          edits_applied: f.editsApplied,
        }),
      )
      .describe("What it holds, as it is now and as far as you may see it"),
    ...f.gaps,
  }),
  access: "capsule:read",
  effect: "recorded-read",
  errors: ["NOT_FOUND"],
  example: {
    before: [noted, shared],
    as: "planner",
    input: { capsule_id: exampleIds.capsule, channel: "private" },
  },
  http: "GET /api/v1/capsules/:capsule_id",
  tag: "Capsules",
  mcp: {
    tool: "get_capsule",
    toolset: "governance",
    description: "Open one capsule and read its items as they are now.",
    maxTokens: 8_000,
  },
  cli: { command: "capsule get", positional: ["capsule_id"] },
});

export const capsuleAnalytics = operation({
  summary: "Who opened a capsule that you made or govern, how often and when last",
  input: z.strictObject({ capsule_id: f.capsuleId }),
  output: z.object({
    capsule_id: f.capsuleId,
    access_count: f.count.describe("How often it was opened"),
    last_accessed_at: f.ts.nullable().describe("When it was opened last; null if it never was"),
    by_agent: z
      .array(
        z.object({
          agent_id: z.string().describe("Who opened it"),
          access_count: f.count.describe("How often"),
          last_accessed_at: f.ts,
        }),
      )
      .describe("The same for each who opened it, the latest first"),
    forwarded_to: z.array(f.capsuleId).describe("Capsules that were made by forwarding it"),
  }),
  access: "capsule:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: {
    before: [
      noted,
      shared,
      { operation: "getCapsule", as: "planner", input: { capsule_id: exampleIds.capsule } },
    ],
    input: { capsule_id: exampleIds.capsule },
  },
  http: "GET /api/v1/capsules/:capsule_id/analytics",
  tag: "Capsules",
  mcp: {
    tool: "capsule_analytics",
    toolset: "governance",
    description: "See who opened a capsule that you made, or that you govern as a reviewer.",
  },
  cli: { command: "capsule analytics", positional: ["capsule_id"] },
});
