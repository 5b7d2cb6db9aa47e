import { z } from "zod";
import { operation } from "../operation.js";

export const selftestIsolation = operation({
  summary: "Check that nobody reaches what is not theirs, in two tenants made for it and deleted afterwards",
  input: z.strictObject({
    only: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(1_000)
      .optional()
      .describe("Only these operations, for instance getFact; all of them if absent"),
  }),
  output: z.object({
    operations: z.int().describe("How many operations were called"),
    calls: z.int().describe("How many calls were made"),
    leaks: z.int().describe("How often something came out that should not; 0 if all is well"),
    differences: z
      .int()
      .describe("How often a foreign id got another answer than a missing one; 0 if all is well"),
    findings: z
      .array(
        z.object({
          operation: z.string().describe("The operation that was called"),
          kind: z.enum(["leak", "difference"]).describe("What is wrong"),
          what: z.string().describe("With which field, as whom or in which channel"),
        }),
      )
      .describe("Each leak and difference, at most 1,000"),
  }),
  access: "admin",
  effect: "read",
  takesLong: true,
  errors: [],
  example: { before: [], input: { only: ["getFact"] } },
  http: "POST /api/v1/selftest/isolation",
  tag: "System",
});
