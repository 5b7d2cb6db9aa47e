import { z } from "zod";
import { principalTypes, roles } from "../access.js";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

export const status = operation({
  summary: "What this memory is, who you are in it, and what it holds",
  input: z.strictObject({}),
  output: z.object({
    version: z.string().describe("Version of the server"),
    engine: z.enum(["embedded", "postgres"]).describe("What stores the memories"),
    embedder: z.string().describe("What makes the vectors"),
    extractor: z.string().describe("What extracts events from documents: rules, or the name of a model"),
    auth: z.string().describe("none, or required"),
    policy_version: f.policyVersion,
    you: z
      .object({
        tenant_id: z.string().describe("The tenant you act in"),
        principal_id: z.string().describe("Your id in it"),
        type: z.enum(principalTypes).describe("What you are"),
        role: z.enum(roles).describe("What you may do"),
        teams: z.array(z.string()).describe("Teams whose memories you read"),
      })
      .describe("Who you are here"),
    memories: z.record(z.string(), f.count).describe("How many memories of each kind you can see"),
    pending_edits: f.count.describe("Edits that wait for approval"),
    hidden_writers: z
      .array(z.string())
      .optional()
      .describe("For those who review: writers whose rollback goes on or was stopped; notes tell which"),
    notes: z.array(z.string()).describe("What would make it better, or is degraded"),
  }),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { before: [noted], input: {} },
  http: "GET /api/v1/status",
  tag: "System",
  mcp: {
    tool: "status",
    toolset: "core",
    description: "What this memory holds, which mode it runs in, and who you are in it.",
  },
  cli: { command: "status" },
});
