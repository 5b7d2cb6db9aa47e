import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";

export const getPolicy = operation({
  summary: "The policy in force: who reads what, whose edits wait, limits and weights",
  input: z.strictObject({}),
  output: z.object({
    version: z.string().describe("Its version"),
    source: z.enum(["default", "tenant"]).describe("The shipped default, or one that was applied here"),
    yaml: z.string().describe("The text as it was applied"),
    applied_at: f.ts.nullable().describe("When it was applied; null for the default"),
    applied_by: z.string().nullable().describe("Who applied it; null for the default"),
    notes: z
      .array(z.string())
      .optional()
      .describe("What holds beside the text, for instance of an older one"),
  }),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { input: {} },
  withoutPolicy: true,
  http: "GET /v1/policy",
  tag: "System",
  cli: { command: "policy get" },
});

export const applyPolicy = operation({
  summary: "Put a policy in force; what it leaves out is as in the default",
  input: z.strictObject({
    yaml: z
      .string()
      .min(1)
      .describe("The policy as YAML or JSON, with a higher version than the one in force"),
    expected_version: z.string().max(64).optional().describe("Apply only if this version is in force"),
    validate_only: z.boolean().default(false).describe("Check it and change nothing"),
  }),
  output: z.object({
    version: z.string().describe("Its version, as three numbers"),
    warnings: z
      .array(z.string())
      .optional()
      .describe("What may not be meant, for instance that nobody could approve"),
  }),
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "INVALID_POLICY"],
  example: {
    input: {
      yaml: "version: 1.0.0\nchannels:\n  team: { clearance: public }\n",
      expected_version: "0.0.0-default",
    },
  },
  withoutPolicy: true,
  http: "POST /v1/policy/apply",
  tag: "System",
  cli: { command: "policy apply", positional: ["yaml"], files: ["yaml"] },
});
