import { z } from "zod";
import { principalTypes, roles } from "../access.js";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

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
