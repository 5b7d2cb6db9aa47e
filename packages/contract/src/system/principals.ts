import { z } from "zod";
import { principalTypes } from "../access.js";
import type { ExampleStep } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";

const principalId = f.chosenId.describe("Its name, without the type: bot-7 for agent:bot-7");

const standing = z.object({
  principal_id: z.string().describe("Its name"),
  type: z.enum(principalTypes).describe("What the principal is"),
  suspended_at: f.ts.nullable().describe("Since when it writes and edits nothing; null: it is not suspended"),
  suspended_by: z.string().nullable().describe("Who suspended it, for instance human:ada"),
  suspended_reason: z.string().nullable().describe("Why"),
});

const seen: ExampleStep = {
  operation: "remember",
  as: "bot-7",
  input: { text: "The office is closed on Mondays." },
};

export const suspendPrincipal = operation({
  summary: "Suspend a principal: it writes and edits nothing until it is resumed",
  input: z.strictObject({ principal_id: principalId, reason: f.reason }),
  output: standing,
  access: "edit:approve",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["NOT_FOUND", "EMPTY_CONTENT"],
  example: { before: [seen], input: { principal_id: "bot-7", reason: "It was fed false reports." } },
  http: "POST /api/v1/principals/:principal_id/suspend",
  tag: "System",
  mcp: {
    tool: "suspend_principal",
    toolset: "governance",
    description:
      "Stop an agent, a service or (admins only) a person from writing and editing, with all of its credentials. It can still read. Undo with resume_principal.",
  },
  cli: { command: "principal suspend", positional: ["principal_id"] },
});

export const resumePrincipal = operation({
  summary: "Let a suspended principal write and edit again",
  input: z.strictObject({ principal_id: principalId }),
  output: standing,
  access: "edit:approve",
  effect: "write",
  hints: { idempotent: true },
  errors: ["NOT_FOUND"],
  example: {
    before: [
      seen,
      {
        operation: "suspendPrincipal",
        input: { principal_id: "bot-7", reason: "It was fed false reports." },
      },
    ],
    input: { principal_id: "bot-7" },
  },
  http: "POST /api/v1/principals/:principal_id/resume",
  tag: "System",
  mcp: {
    tool: "resume_principal",
    toolset: "governance",
    description: "Let a suspended principal write and edit again.",
  },
  cli: { command: "principal resume", positional: ["principal_id"] },
});
