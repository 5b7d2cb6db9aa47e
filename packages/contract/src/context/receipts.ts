import { z } from "zod";
import { built, exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { contextBundle } from "./bundle.js";

export const getAcb = operation({
  summary: "A context bundle's receipt: inputs, candidates, scores, omissions",
  input: z.strictObject({ acb_id: f.acbId }),
  output: z.object({
    acb_id: f.acbId,
    created_at: f.ts,
    session_id: z.string(),
    agent_id: z.string(),
    inputs: z.record(z.string(), f.json),
    policy_version: z.string(),
    last_edit_at: z.string().nullable().describe("When the last edit it shows was applied"),
    budget_tokens: f.count,
    total_tokens: f.count,
    digest: z.string().describe("Hash of the text, which is not kept"),
    items: z.array(
      z.object({
        memory_id: z.string(),
        section: f.section,
        score: z.number().nullable().describe("How well it fits; null where nothing is ranked"),
        tokens: f.count,
      }),
    ),
    omissions: z.array(
      z.object({ reason: z.string(), section: f.section, count: f.count, candidates: z.array(z.string()) }),
    ),
  }),
  access: "context:build",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, built], as: "assistant", input: { acb_id: exampleIds.bundle } },
  http: "GET /api/v1/acb/:acb_id",
  tag: "Context",
  mcp: {
    tool: "get_acb",
    toolset: "governance",
    description: "Show how an earlier context bundle came to be.",
    maxTokens: 8_000,
  },
  cli: { command: "acb get", positional: ["acb_id"] },
});

export const replayAcb = operation({
  summary: "Build an earlier bundle again, as of the moment it was built",
  input: z.strictObject({ acb_id: f.acbId }),
  output: z.object({
    acb_id: f.acbId,
    identical: z.boolean().describe("Whether the same came out"),
    acb: contextBundle,
  }),
  access: "context:build",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, built], as: "assistant", input: { acb_id: exampleIds.bundle } },
  http: "POST /api/v1/acb/:acb_id/replay",
  tag: "Context",
  cli: { command: "acb replay", positional: ["acb_id"] },
});

export const diffAcb = operation({
  summary: "What the same bundle would hold today, and why it differs",
  input: z.strictObject({ acb_id: f.acbId }),
  output: z.object({
    acb_id: f.acbId,
    summary: z.string(),
    entered: z.array(z.object({ memory_id: z.string(), section: f.section, why: f.why })),
    left: z.array(z.object({ memory_id: z.string(), section: f.section, why: f.why })),
    changed: z.array(z.object({ memory_id: z.string(), section: f.section, why: f.why })),
  }),
  access: "context:build",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: {
    before: [
      noted,
      built,
      { operation: "forget", input: { memory_id: exampleIds.note, reason: "Ada asked for it." } },
    ],
    as: "assistant",
    input: { acb_id: exampleIds.bundle },
  },
  http: "GET /api/v1/acb/:acb_id/diff",
  tag: "Context",
  mcp: {
    tool: "diff_acb",
    toolset: "governance",
    description: "Explain how a context bundle would differ if built again now.",
  },
  cli: { command: "acb diff", positional: ["acb_id"] },
});
