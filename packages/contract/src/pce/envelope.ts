import { z } from "zod";

/** The form in which the pce tools answer. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({
    data: data.describe("The answer itself"),
    policy_version: z.string().describe("The policy that was in force"),
    request_id: z.string().describe("Names this call in the audit log"),
    trace_id: z.string().describe("Names the trace that this call is part of"),
  });

export const policyVersion = z.string().describe("The policy that was in force");
export const pceScope = z.enum(["session", "project", "principle"]);
export const allowTags = z
  .array(z.string().min(1).max(200))
  .max(64)
  .describe(
    "What it is for, as in answer:task or tool:contact-lookup; absent: all that the caller was granted",
  );
