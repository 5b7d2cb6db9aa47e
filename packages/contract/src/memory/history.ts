import { z } from "zod";
import { editOp, editStatus } from "../edits/index.js";
import { exampleIds, noted, proposed } from "../example.js";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";
import { operation } from "../operation.js";

export const memoryHistory = operation({
  summary: "The life of one memory: its original, each edit, who, when and why",
  input: z.strictObject({
    memory_id: f.memoryId,
    include_original: z
      .boolean()
      .default(false)
      .describe("Show the text as first written; needs memory:original, audited"),
  }),
  output: z.object({
    memory_id: f.memoryId,
    kind: memoryKind,
    origin: z.string().describe("Whose words they are: human, agent, tool …"),
    ...f.shownWriter,
    recorded_at: f.ts,
    original: z
      .object({
        exists: z.boolean().describe("Whether it is kept"),
        text: z.string().nullable().describe("Its text as first written; null where it is not shown"),
        importance: z
          .number()
          .nullable()
          .describe("How much it mattered at first; null where it is not shown"),
        attributes: z.record(z.string(), f.json).nullable().describe("What was its kind's own"),
        withheld: z.boolean().describe("It exists and is not shown here"),
      })
      .describe("As it was first written"),
    current: z
      .object({
        text: f.shownText.nullable().describe("The text as it reads now; null where you may not see it"),
        attributes: z.record(z.string(), f.json).nullable().describe("What is its kind's own, edits applied"),
        importance: f.shownImportance,
        is_retracted: f.isRetracted,
        is_quarantined: f.isQuarantined,
        blocked_channels: f.blockedChannels,
        edits_applied: f.editsApplied,
      })
      .describe("As it stands now"),
    edits: z
      .array(
        z.object({
          edit_id: f.editId,
          op: editOp,
          status: editStatus,
          reason: z.string().describe("Why, as its proposer said"),
          proposer_type: z.string().describe("human, agent or service"),
          proposer_id: z.string().describe("Who proposed it"),
          decided_by: z.string().nullable().describe("Who approved or rejected it"),
          created_at: f.ts,
          decided_at: f.ts.nullable().describe("When it was approved or rejected; null while it waits"),
          changes: z.array(f.change).describe("Words that it changed, field by field"),
        }),
      )
      .describe("Every edit of it, oldest first"),
  }),
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [noted, proposed], input: { memory_id: exampleIds.note } },
  http: "GET /api/v1/memories/:memory_id/history",
  tag: "Memory",
  mcp: {
    tool: "memory_history",
    toolset: "governance",
    description: "Show how one memory came to be what it is: each edit, who made it, when and why.",
  },
  cli: { command: "memory history", positional: ["memory_id"] },
});
