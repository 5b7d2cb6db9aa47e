import { z } from "zod";
import { built, exampleIds, noted, proposed } from "../example.js";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";
import { editRequest } from "./edit.js";

const previewedState = z.object({
  text: z.string().nullable().describe("Its text; null where you may not see it"),
  importance: f.shownImportance,
  is_retracted: f.isRetracted,
  is_quarantined: f.isQuarantined,
  blocked_channels: f.blockedChannels,
});

const preview = z.object({
  target_id: f.memoryId,
  target_type: memoryKind,
  before: previewedState.describe("As it is"),
  after: previewedState.describe("As it would be"),
  changes: z.array(f.change).describe("Words that would change, field by field"),
  twins: z
    .array(z.object({ memory_id: f.memoryId, kind: memoryKind }))
    .describe("retract: memories with the same words, which are retracted along with it unless told not to"),
  twin_count: f.count.describe("How many of them there are"),
  near_twins: z
    .array(
      z.object({
        memory_id: f.memoryId,
        kind: memoryKind,
        text: z.string().describe("What it says, cut if it is long"),
        similarity: z.number().describe("The share of words that both have, 0 to 1"),
      }),
    )
    .describe("retract: memories with almost the same words, which are left as they are"),
  same_events: z
    .array(z.object({ memory_id: f.memoryId, kind: memoryKind }))
    .describe(
      "Of an event: the same event in other revisions of its document, which the edit is made of too",
    ),
  blast_radius: z
    .object({
      derived: z
        .array(
          z.object({
            memory_id: f.memoryId,
            kind: memoryKind,
            depth: z.int().describe("Steps away"),
            link: z.string().describe("How it was made from it"),
          }),
        )
        .describe("Memories that were made from it"),
      derived_count: f.count.describe("How many memories were made from it, as far as you may read them"),
      hidden_count: f.count.describe("How many more were made from it that you may not read"),
      capsules: z.array(f.capsuleId).describe("Capsules that hold it"),
      receipts: z.array(f.acbId).describe("The latest contexts that showed it"),
      receipt_count: f.count.describe("How many contexts showed it"),
    })
    .describe("What else the edit reaches"),
});

export const previewEdit = operation({
  summary: "What an edit would do: before, after, and what it touches",
  input: z.strictObject(editRequest),
  output: preview,
  access: "edit:propose",
  effect: "read",
  errors: ["EMPTY_CONTENT", "NOT_FOUND"],
  example: {
    before: [noted],
    input: { target_type: "chunk", target_id: exampleIds.note, op: "retract" },
  },
  http: "POST /api/v1/edits/preview",
  tag: "Surgery",
  mcp: {
    tool: "preview_edit",
    toolset: "governance",
    description: "See what an edit would change and what was made from that memory, before proposing it.",
    maxTokens: 6_000,
  },
  cli: { command: "edit preview", positional: ["op", "target_type", "target_id"] },
});

export const previewPendingEdit = operation({
  summary: "What a proposed edit would do",
  input: z.strictObject({ edit_id: f.editId }),
  output: preview,
  access: "memory:read",
  effect: "read",
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [noted, proposed], input: { edit_id: exampleIds.edit } },
  http: "GET /api/v1/edits/:edit_id/preview",
  tag: "Surgery",
  cli: { command: "edit show", positional: ["edit_id"] },
});

const difference = z.object({ memory_id: f.memoryId, why: f.why });

export const counterfactual = operation({
  summary: "Replay recent contexts as if a pending edit were applied",
  input: z.strictObject({
    edit_id: f.editId,
    limit: f.limit(50, 10).describe("How many of the last contexts"),
    cursor: paging.cursor,
  }),
  output: z.object({
    edit_id: f.editId,
    replayed: f.count.describe("Contexts that were built again"),
    changed: f.count.describe("How many of them would differ"),
    contexts: z
      .array(
        z.object({
          acb_id: f.acbId,
          session_id: z.string().describe("The session it was built for"),
          created_at: f.ts,
          entered: z.array(difference).describe("Memories that it would hold as well"),
          left: z.array(difference).describe("Memories that it would hold no more"),
          changed: z.array(f.memoryId).describe("Memories that it would show with other text"),
        }),
      )
      .describe("Each of them, the latest first"),
    next_cursor: paging.nextCursor,
  }),
  access: "edit:approve",
  effect: "read",
  showsPast: true,
  errors: ["CONFLICT", "INVALID_CURSOR", "NOT_FOUND", "TOMBSTONED"],
  example: { before: [noted, built, proposed], input: { edit_id: exampleIds.edit } },
  http: "POST /api/v1/edits/:edit_id/counterfactual",
  tag: "Surgery",
  mcp: {
    tool: "counterfactual",
    toolset: "governance",
    description: "See which recent contexts a pending edit would change, and how, before deciding on it.",
    maxTokens: 8_000,
  },
  cli: { command: "edit counterfactual", positional: ["edit_id"] },
});
