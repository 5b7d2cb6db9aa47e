import { z } from "zod";
import * as f from "../fields.js";
import { kindName, memoryKind } from "../kinds/index.js";

export const editOp = z
  .enum(["retract", "amend", "quarantine", "attenuate", "block", "restore"])
  .describe(
    "retract: gone; quarantine: hidden; attenuate: matters less; block: not in a channel; restore: undo",
  );

export const editStatus = z
  .enum(["pending", "approved", "rejected"])
  .describe("pending waits for a person; approved is in force");

export const targetType = kindName(undefined, ["memory"]).describe(
  "What the memory is; memory if you do not know",
);

export const cascade = z
  .enum(["none", "quarantine", "rederive", "undo"])
  .describe(
    "What happens to memories made from this one: nothing, quarantine, or carry the correction over. Of a restore: undo what the undone edits did to other memories, or none. Default: none; of a restore: undo",
  );

export const twins = z
  .enum(["take", "leave"])
  .describe("retract: whether memories with the same words are retracted along with it");

/** What an edit did to other memories. */
export const reached = {
  cascaded: f.count.describe("Other memories that were edited along with it, beside twins"),
  twins: f.count.describe("Memories with the same words that were retracted along with it"),
  waiting: f.count.describe("Edits of other memories that belong to it and wait for approval"),
};

export const patch = z
  .strictObject({
    text: f.text.optional().describe("amend: the new text"),
    attributes: f.attributes
      .optional()
      .describe("amend: new values of single attributes, as its kind has them; null takes one away"),
    importance: f.importance.optional().describe("amend, attenuate: the new importance"),
    importance_delta: f.fraction(-1).optional().describe("attenuate: what to add to it"),
    channel: f.channel.optional().describe("block: where it must not appear; restore: the block to lift"),
    op: z
      .enum(["retract", "amend", "quarantine", "attenuate", "block"])
      .optional()
      .describe("restore: which edits to undo; absent: all"),
    edit_id: f.editId.optional().describe("restore: undo this one edit"),
  })
  .default({})
  .describe(
    "What the op needs: amend its text or attributes, block its channel; retract and quarantine nothing",
  );

export const editRequest = {
  target_type: targetType,
  target_id: f.memoryId,
  op: editOp,
  patch,
};

export const edit = z.object({
  edit_id: f.editId,
  target_type: memoryKind,
  target_id: f.memoryId,
  op: editOp,
  reason: z.string().describe("Why, as its proposer said"),
  patch: z.record(z.string(), f.json).describe("What the op was given"),
  changes: z
    .array(f.change)
    .describe("Words before and after it, field by field; while it waits, what it would change"),
  proposed_by: z.string().describe("human, agent or service"),
  proposer_id: z.string().describe("Who proposed it"),
  approved_by: z.string().nullable().describe("Who approved it; null if nobody did"),
  status: editStatus,
  cascade,
  created_at: f.ts,
  applied_at: f.ts.nullable().describe("When it came into force"),
  decided_at: f.ts.nullable().describe("When it was approved or rejected"),
});
