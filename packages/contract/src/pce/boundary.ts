import { z } from "zod";
import { operation } from "../operation.js";
import { allowTags, envelope, pceScope, policyVersion } from "./envelope.js";

export const validateBoundary = operation({
  summary: "Check a text before it is sent somewhere, and get it with what must not be seen masked",
  input: z.strictObject({
    payload: z
      .string()
      .describe(
        "The text that is about to be sent. The whole request may have 32 KB as JSON, the text a little less",
      ),
    allow: allowTags.optional(),
    scope: pceScope.optional().describe("What the text belongs to; absent: project"),
  }),
  output: envelope(
    z.object({
      allowed: z.boolean().describe("Whether it may be sent: as `redacted` if that is given, else as it is"),
      reason: z
        .string()
        .describe(
          "allowed, redacted, human_review: ID, denied_review_full, denied_class: CLASS, denied_invariant: NAME, denied_censor: ID or denied_error",
        ),
      redacted: z
        .string()
        .optional()
        .describe("The text with marks such as [REDACTED:email]; absent if nothing is masked"),
      policy_version: policyVersion,
    }),
  ),
  access: "memory:read",
  effect: "recorded-read",
  errors: ["BOUNDARY_DENIED", "INVALID_SCOPE"],
  invalid: { scope: "INVALID_SCOPE" },
  fault: "BOUNDARY_ERROR",
  maxBytes: 32 * 1024,
  timeoutSeconds: 5,
  example: { as: "assistant", input: { payload: "Write to ann@example.org", allow: ["answer:task"] } },
  http: "POST /v1/boundary/validate",
  tag: "Boundary",
  mcp: {
    tool: "pce_memory_boundary_validate",
    toolset: "pce",
    description:
      "Check a text before you send it out of this conversation. If allowed is false, do not send it; `redacted` shows it with everything sensitive masked. If allowed is true and `redacted` is there, send that instead.",
    maxTokens: 40_000,
  },
  cli: { command: "boundary validate", positional: ["payload"] },
});
