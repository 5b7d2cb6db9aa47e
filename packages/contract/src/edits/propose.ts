import { z } from "zod";
import { exampleIds, noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { cascade, editOp, editRequest, patch, reached, twins } from "./edit.js";

export const applyEdit = operation({
  summary: "Propose an edit; it applies at once or waits for approval, as the policy says",
  input: z.strictObject({
    ...editRequest,
    reason: f.reason,
    cascade: cascade.optional(),
    twins: twins.default("take"),
  }),
  output: z.object({
    edit_id: f.editId,
    status: f.proposed,
    applied_at: f.ts.optional().describe("When it came into force; absent while it waits"),
    ...reached,
  }),
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true },
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [noted],
    input: {
      target_type: "chunk",
      target_id: exampleIds.note,
      op: "amend",
      reason: "Ada said so on the phone.",
      patch: { text: "Ada prefers answers in Italian." },
    },
  },
  http: "POST /api/v1/edits",
  status: 201,
  tag: "Surgery",
  mcp: {
    tool: "apply_memory_edit",
    toolset: "governance",
    description:
      "Retract, amend, quarantine, attenuate, block or restore one memory; for plain corrections use correct or forget. Status `pending` means that a person must approve it first, which holds for edits by agents of what others see.",
  },
  cli: { command: "edit apply", positional: ["op", "target_type", "target_id"] },
});

const rollbackId = f.idOf("rbk");

const rollbackPreview = z.object({
  kinds: z.record(z.string(), f.count).describe("Its memories that are not retracted, by kind"),
  private_count: f.count.describe("How many of these are private"),
  subject_count: f.count.describe("How many subjects these are about"),
  session_count: f.count.describe("In how many sessions these were written"),
  quarantined: f.count.describe("Memories of others that were made from its own"),
  rejected: f.count.describe("Edits that it has proposed and that wait"),
  undone: f.count.describe("Memories of others with edits of it in force"),
  signals: f.count.describe("Feedback, confirmations and the like that it gave"),
  work: f.count.describe(
    "Keys of plans, plans, task contexts, sessions and working memories that it was the last to change",
  ),
  referring_ids: z
    .array(f.memoryId)
    .describe(
      "Decisions and tasks of people that refer to its memories, those that you may read. At most 1,000",
    ),
  referring_count: f.count.describe("How many of these there are"),
});

export const bulkEdit = operation({
  summary: "Edit many memories at once: a list of ids, or everything one writer wrote",
  input: z.strictObject({
    target_ids: z
      .array(f.memoryId)
      .min(1)
      .max(1_000)
      .optional()
      .describe("Either these, a writer or a rollback"),
    writer: f.wantedWriter.optional().describe("As shown by recall and history, for instance agent:bot-7"),
    rollback_id: rollbackId
      .optional()
      .describe("With op restore: undo this rollback of a writer as a whole; needs edit:approve"),
    since: f.timestamp.optional().describe("With writer: only what it wrote from then on"),
    suspend: z
      .boolean()
      .default(false)
      .describe("With writer: suspend it first, so that it cannot go on writing; needs edit:approve"),
    dry_run: z
      .boolean()
      .default(false)
      .describe(
        "With writer and op retract or quarantine: only tell what would be reached; needs edit:approve",
      ),
    op: editOp,
    patch,
    reason: f.reason,
  }),
  output: z.object({
    status: z
      .enum(["approved", "pending", "preview"])
      .describe("approved: in force; pending: waits for approval; preview: nothing was done"),
    matched: f.count.describe("Memories that were found"),
    edited: f.count.describe("Memories for which there is an edit now"),
    edit_ids: z.array(f.editId).describe("At most the first 1,000"),
    note: z.string().optional().describe("Said where nothing of the writer was found"),
    rollback: z
      .object({
        rollback_id: rollbackId.describe("By it the rollback can be undone"),
        quarantined: f.count.describe("Memories of others that were made from its own, quarantined so far"),
        rejected: f.count.describe("Edits that it had proposed and that waited, rejected so far"),
        undone: f.count.describe("Edits of others' memories that it had proposed, undone so far"),
        states: f.count.describe("States that it had given to others' memories, taken back so far"),
        work: f.count.describe(
          "Keys of plans, plans, task contexts, sessions and working memories that it was the last to change, taken back so far",
        ),
        referring_ids: z
          .array(f.memoryId)
          .describe(
            "Decisions and tasks of people that refer to its memories: they stay, for a person to judge. At most 1,000, those that you may read",
          ),
        referring_count: f.count.describe("How many of these there are, also those that you may not read"),
        suspended_at: f.ts
          .nullable()
          .describe("Since when the writer is suspended; null: it was not asked for"),
        job_id: f.jobId.nullable().describe("The job that goes on with the rest; null: nothing is left"),
      })
      .optional()
      .describe(
        "What else was taken back, when a reviewer retracts or quarantines all that a writer wrote. Of a rollback that is undone: what it had rejected and undone, which stays so, and the job that brings back the rest",
      ),
    preview: rollbackPreview.optional().describe("With dry_run: what a rollback would reach now"),
  }),
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true },
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [{ operation: "remember", as: "bot-7", input: { text: "The office is closed on Mondays." } }],
    input: { writer: "agent:bot-7", op: "retract", reason: "bot-7 was fed false reports." },
  },
  http: "POST /api/v1/edits/bulk",
  tag: "Surgery",
  mcp: {
    tool: "bulk_edit",
    toolset: "governance",
    description:
      "Apply one edit to many memories, or roll back everything that one writer wrote and caused (writer, op retract; suspend stops it first). Status `pending` means that a person must approve each edit first.",
  },
  cli: { command: "edit bulk" },
});

const proposal = z.object({
  edit_id: f.editId,
  memory_id: f.memoryId,
  status: f.proposed,
  message: z.string().describe("What happens now, in words"),
});

export const correct = operation({
  summary: "Correct a memory",
  input: z.strictObject({ memory_id: f.memoryId, text: f.text.describe("The new text"), reason: f.reason }),
  output: proposal,
  access: "edit:propose",
  effect: "write",
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    before: [noted],
    input: {
      memory_id: exampleIds.note,
      text: "Ada prefers answers in Italian.",
      reason: "Ada said so on the phone.",
    },
  },
  http: "POST /api/v1/memories/:memory_id/correct",
  tag: "Memory",
  mcp: {
    tool: "correct",
    toolset: "core",
    description:
      "Propose new text for a memory that is wrong. The original is kept. The answer says whether it applies now or waits for a person.",
  },
  cli: { command: "correct", positional: ["memory_id", "text"] },
});

export const forget = operation({
  summary: "Forget a memory",
  input: z.strictObject({ memory_id: f.memoryId, reason: f.reason, twins: twins.default("take") }),
  output: proposal,
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["EMPTY_CONTENT", "NOT_FOUND"],
  example: {
    before: [noted],
    input: { memory_id: exampleIds.note, reason: "Ada asked for it." },
  },
  http: "POST /api/v1/memories/:memory_id/forget",
  tag: "Memory",
  mcp: {
    tool: "forget",
    toolset: "core",
    description:
      "Propose that a memory be retracted, so that it is never shown again. The answer says whether it applies now or waits for a person.",
  },
  cli: { command: "forget", positional: ["memory_id"] },
});
