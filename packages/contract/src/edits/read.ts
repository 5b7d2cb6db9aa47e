import { z } from "zod";
import { built, exampleIds, noted, proposed } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { edit, editStatus } from "./edit.js";

export const listEdits = operation({
  summary: "Edits, newest first",
  input: z.strictObject({
    status: editStatus.optional(),
    target_id: f.memoryId.optional(),
    proposer_id: f.chosenId.optional().describe("Only what this principal proposed"),
    limit: f.limit(200, 50),
    cursor: paging.cursor,
  }),
  output: z.object({
    edits: z.array(edit).describe("Newest first"),
    total_count: f.count.describe("How many there are, not only those shown"),
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted, proposed], input: { status: "pending" } },
  http: "GET /api/v1/edits",
  tag: "Surgery",
  mcp: {
    tool: "list_edits",
    toolset: "governance",
    description: "List edits, for instance those that wait for approval.",
    maxTokens: 6_000,
  },
  cli: { command: "edit list" },
});

export const getEdit = operation({
  summary: "One edit",
  input: z.strictObject({ edit_id: f.editId }),
  output: edit,
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, proposed], input: { edit_id: exampleIds.edit } },
  http: "GET /api/v1/edits/:edit_id",
  tag: "Surgery",
  mcp: {
    tool: "get_edit",
    toolset: "governance",
    description: "Show one edit and whether it has been applied.",
  },
  cli: { command: "edit get", positional: ["edit_id"] },
});

export const editExposure = operation({
  summary: "Who was shown the memory that an edit is about",
  input: z.strictObject({ edit_id: f.editId }),
  output: z.object({
    edit_id: f.editId,
    target_id: f.memoryId,
    shown: f.count.describe("In how many contexts"),
    contexts: z
      .array(
        z.object({
          acb_id: f.acbId,
          session_id: z.string().describe("The session it was built for"),
          agent_id: z.string().describe("Who asked for it"),
          created_at: f.ts,
          section: f.section,
        }),
      )
      .describe("The latest contexts that showed it"),
    sessions: z.array(z.string()).describe("Sessions in which it was shown"),
    agents: z.array(z.string()).describe("Who was shown it"),
    capsules: z
      .array(
        z.object({
          capsule_id: f.capsuleId,
          audience_agent_ids: z.array(z.string()).describe("Who may open it"),
          access_count: f.count.describe("How often it was opened"),
        }),
      )
      .describe("Capsules that hold it"),
  }),
  access: "edit:approve",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, built, proposed], input: { edit_id: exampleIds.edit } },
  http: "GET /api/v1/edits/:edit_id/exposure",
  tag: "Surgery",
  mcp: {
    tool: "edit_exposure",
    toolset: "governance",
    description: "List the sessions, agents and capsules that were shown a memory.",
    maxTokens: 6_000,
  },
  cli: { command: "edit exposure", positional: ["edit_id"] },
});
