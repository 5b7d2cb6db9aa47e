import { z } from "zod";
import { exampleIds, noted, proposed } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { cascade, editStatus, reached, twins } from "./edit.js";

const decided = z.object({
  edit_id: f.editId,
  status: editStatus,
  approved_by: z.string().nullable().describe("Who approved it; null if nobody did"),
  applied_at: f.ts.nullable().describe("When it came into force"),
  ...reached,
});

export const approveEdit = operation({
  summary: "Approve a pending edit, which applies it",
  input: z.strictObject({
    edit_id: f.editId,
    note: z.string().max(2_000).optional().describe("Why, for the record"),
    cascade: cascade.optional(),
    twins: twins.optional(),
  }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND", "TOMBSTONED"],
  example: { before: [noted, proposed], input: { edit_id: exampleIds.edit } },
  http: "PUT /api/v1/edits/:edit_id/approve",
  tag: "Surgery",
  mcp: {
    tool: "approve_edit",
    toolset: "governance",
    description: "Approve a pending edit. Only people with the right to may, and nobody their own.",
  },
  cli: { command: "edit approve", positional: ["edit_id"] },
});

export const rejectEdit = operation({
  summary: "Reject a pending edit",
  input: z.strictObject({
    edit_id: f.editId,
    note: z.string().max(2_000).optional().describe("Why, for the record"),
  }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: {
    before: [noted, proposed],
    input: { edit_id: exampleIds.edit, note: "She meant the menu." },
  },
  http: "PUT /api/v1/edits/:edit_id/reject",
  tag: "Surgery",
  mcp: {
    tool: "reject_edit",
    toolset: "governance",
    description: "Reject a pending edit; it is kept on record and never applied.",
  },
  cli: { command: "edit reject", positional: ["edit_id"] },
});
