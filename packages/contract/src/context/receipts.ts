import { z } from "zod";
import { built, exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { contextBundle, omissions } from "./bundle.js";

export const getAcb = operation({
  summary: "A context bundle's receipt: inputs, candidates, scores, omissions",
  input: z.strictObject({ acb_id: f.acbId }),
  output: z.object({
    acb_id: f.acbId,
    created_at: f.ts,
    session_id: z.string().describe("The session it was built for"),
    agent_id: z.string().describe("Who asked for it"),
    inputs: z.record(z.string(), f.json).describe("What was asked, defaults filled in"),
    policy_version: f.policyVersion,
    last_edit_at: f.lastEditAt,
    budget_tokens: f.count.describe("What max_tokens asked for"),
    total_tokens: f.count.describe("Tokens of the prompt"),
    digest: z.string().describe("Hash of the text, which is not kept"),
    items: z
      .array(
        z.object({
          memory_id: f.memoryId,
          section: f.section,
          score: z.number().nullable().describe("How well it fits; null where nothing is ranked"),
          tokens: f.count.describe("Tokens that it takes"),
        }),
      )
      .describe("What was shown"),
    omissions,
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

const withheldReason = z.enum([
  "retracted",
  "quarantined",
  "blocked",
  "amended",
  "expired",
  "revoked",
  "policy",
  "erased",
  "rolled_back",
  "not_visible",
]);

export const replayAcb = operation({
  summary: "Build an earlier bundle again, as of the moment it was built",
  input: z.strictObject({ acb_id: f.acbId, see_withheld: f.seeWithheld }),
  output: z.object({
    acb_id: f.acbId,
    identical: z
      .boolean()
      .describe("Whether it is what was shown then, and nothing has been done since to what it shows"),
    verified: z.boolean().describe("Whether the text that was shown then could be built again to the letter"),
    causes: z
      .array(
        z.object({
          memory_id: z.string().nullable().describe("The memory; null if it is not yours to know of"),
          cause: z
            .enum([
              "edit",
              "revocation",
              "expiry",
              "policy",
              "erasure",
              "rollback",
              "state",
              "version",
              "other",
            ])
            .describe(
              "policy: the present policy hides it or masks words of it; state: it showed working memory or a plan, of which no past is kept; version: this version writes another text of the same memories; other: nothing on record explains it",
            ),
          reason: withheldReason.nullable().describe("What has become of the memory"),
          edit_id: z.string().nullable().describe("The edit, if it was one"),
          op: z.string().nullable().describe("What the edit did"),
        }),
      )
      .describe("Why it is not identical: all that has changed since"),
    items: z
      .array(
        z.object({
          memory_id: z.string().nullable().describe("The memory; null if it is not yours to know of"),
          section: f.section,
          verified: z.boolean().describe("Whether its text then has the digest that the receipt holds"),
          withheld: withheldReason.nullable().describe("Why its text is not shown to you; null if it is"),
        }),
      )
      .describe("What was shown then, in its order"),
    acb: contextBundle.describe("The bundle as it was then, without the texts that are withheld"),
  }),
  access: "context:build",
  effect: "read",
  showsPast: true,
  errors: ["NOT_FOUND"],
  example: { before: [noted, built], as: "assistant", input: { acb_id: exampleIds.bundle } },
  http: "POST /api/v1/acb/:acb_id/replay",
  tag: "Context",
  mcp: {
    tool: "replay_acb",
    toolset: "governance",
    description:
      "Build an earlier context bundle again as of its moment, and say whether it is identical and what has changed since.",
    maxTokens: 80_000,
  },
  cli: { command: "acb replay", positional: ["acb_id"] },
});

const difference = z.object({ memory_id: f.memoryId, section: f.section, why: f.why });

export const diffAcb = operation({
  summary: "What the same bundle would hold today, and why it differs",
  input: z.strictObject({ acb_id: f.acbId }),
  output: z.object({
    acb_id: f.acbId,
    summary: z.string().describe("The difference in a few words"),
    entered: z.array(difference).describe("Memories that it would hold as well"),
    left: z.array(difference).describe("Memories that it would hold no more"),
    changed: z.array(difference).describe("Memories that it would show with other text"),
  }),
  access: "context:build",
  effect: "read",
  showsPast: true,
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
