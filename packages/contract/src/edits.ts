import { z } from "zod";
import * as f from "./fields.js";
import { kindName } from "./kinds/registry.js";
import { operation } from "./operation.js";

export const editOp = z
  .enum(["retract", "amend", "quarantine", "attenuate", "block", "restore"])
  .describe(
    "retract: gone; quarantine: hidden; attenuate: matters less; block: not in a channel; restore: undo",
  );
export const editStatus = z
  .enum(["pending", "approved", "rejected"])
  .describe("pending waits for a person; approved is in force");
const targetType = kindName(undefined, ["memory"]).describe("What the memory is; memory if you do not know");
const cascade = z
  .enum(["none", "quarantine", "rederive"])
  .describe("What happens to memories made from this one: nothing, quarantine, or carry the correction over");

const patch = z
  .strictObject({
    text: f.text.optional().describe("amend: the new text"),
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
  .describe("What the op needs: amend its text, block its channel; retract and quarantine nothing");

const editRequest = {
  target_type: targetType,
  target_id: f.memoryId,
  op: editOp,
  patch,
};

const edit = z.object({
  edit_id: f.editId,
  target_type: f.memoryKind,
  target_id: f.memoryId,
  op: editOp,
  reason: z.string().describe("Why, as its proposer said"),
  patch: z.record(z.string(), f.json).describe("What the op was given"),
  proposed_by: z.string().describe("human, agent or service"),
  proposer_id: z.string().describe("Who proposed it"),
  approved_by: z.string().nullable().describe("Who approved it; null if nobody did"),
  status: editStatus,
  cascade,
  created_at: f.ts,
  applied_at: f.ts.nullable().describe("When it came into force"),
  decided_at: f.ts.nullable().describe("When it was approved or rejected"),
});

export const applyEdit = operation({
  summary: "Propose an edit; it applies at once or waits for approval, as the policy says",
  input: z.strictObject({ ...editRequest, reason: f.reason, cascade: cascade.default("none") }),
  output: z.object({
    edit_id: f.editId,
    status: f.proposed,
    applied_at: f.ts.optional(),
    cascaded: f.count.describe("Derived memories that were edited along with it"),
  }),
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true },
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

export const listEdits = operation({
  summary: "Edits, newest first",
  input: z.strictObject({
    status: editStatus.optional(),
    target_id: f.memoryId.optional(),
    proposer_id: f.name.optional().describe("Only what this principal proposed"),
    limit: f.limit(200, 50),
    before: f.editId.optional().describe("Only edits older than this one: the next page"),
  }),
  output: z.object({ edits: z.array(edit), total_count: f.count }),
  access: "memory:read",
  effect: "read",
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
  http: "GET /api/v1/edits/:edit_id",
  tag: "Surgery",
  mcp: {
    tool: "get_edit",
    toolset: "governance",
    description: "Show one edit and whether it has been applied.",
  },
  cli: { command: "edit get", positional: ["edit_id"] },
});

const decided = z.object({
  edit_id: f.editId,
  status: editStatus,
  approved_by: z.string().nullable().describe("Who approved it; null if nobody did"),
  applied_at: f.ts.nullable().describe("When it came into force"),
  cascaded: f.count,
});

export const approveEdit = operation({
  summary: "Approve a pending edit, which applies it",
  input: z.strictObject({
    edit_id: f.editId,
    note: z.string().max(2_000).optional().describe("Why, for the record"),
    cascade: cascade.optional(),
  }),
  output: decided,
  access: "edit:approve",
  effect: "write",
  hints: { destructive: true, idempotent: true },
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
  http: "PUT /api/v1/edits/:edit_id/reject",
  tag: "Surgery",
  mcp: {
    tool: "reject_edit",
    toolset: "governance",
    description: "Reject a pending edit; it is kept on record and never applied.",
  },
  cli: { command: "edit reject", positional: ["edit_id"] },
});

export const bulkEdit = operation({
  summary: "Edit many memories at once: a list of ids, or everything one source wrote",
  input: z.strictObject({
    target_ids: z.array(f.memoryId).min(1).max(1_000).optional().describe("Either these or a source"),
    source: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe("As shown by recall and history, for instance agent:bot-7"),
    since: f.timestamp.optional().describe("With source: only what it wrote from then on"),
    op: editOp,
    patch,
    reason: f.reason,
  }),
  output: z.object({
    status: f.proposed,
    matched: f.count.describe("Memories that were found"),
    edited: f.count.describe("Memories for which there is an edit now"),
    edit_ids: z.array(f.editId).describe("At most the first 1,000"),
  }),
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true },
  http: "POST /api/v1/edits/bulk",
  tag: "Surgery",
  mcp: {
    tool: "bulk_edit",
    toolset: "governance",
    description:
      "Apply one edit to many memories, or roll back everything that one source wrote. Status `pending` means that a person must approve each edit first.",
  },
  cli: { command: "edit bulk" },
});

const preview = z.object({
  target_id: f.memoryId,
  target_type: f.memoryKind,
  before: z.object({
    text: z.string().nullable(),
    importance: z.number(),
    is_retracted: f.isRetracted,
    is_quarantined: f.isQuarantined,
    blocked_channels: f.blockedChannels,
  }),
  after: z.object({
    text: z.string().nullable(),
    importance: z.number(),
    is_retracted: f.isRetracted,
    is_quarantined: f.isQuarantined,
    blocked_channels: f.blockedChannels,
  }),
  blast_radius: z.object({
    derived: z.array(
      z.object({
        memory_id: f.memoryId,
        kind: f.memoryKind,
        depth: z.int().describe("Steps away"),
        link: z.string().describe("How it was made from it"),
      }),
    ),
    derived_count: f.count.describe("How many memories were made from it"),
    capsules: z.array(f.capsuleId).describe("Capsules that hold it"),
    receipts: z.array(f.acbId).describe("The latest contexts that showed it"),
    receipt_count: f.count.describe("How many contexts showed it"),
  }),
});

export const previewEdit = operation({
  summary: "What an edit would do: before, after, and what it touches",
  input: z.strictObject(editRequest),
  output: preview,
  access: "edit:propose",
  effect: "read",
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
  http: "GET /api/v1/edits/:edit_id/preview",
  tag: "Surgery",
  cli: { command: "edit show", positional: ["edit_id"] },
});

export const editExposure = operation({
  summary: "Who was shown the memory that an edit is about",
  input: z.strictObject({ edit_id: f.editId }),
  output: z.object({
    edit_id: f.editId,
    target_id: f.memoryId,
    shown: f.count.describe("In how many contexts"),
    contexts: z.array(
      z.object({
        acb_id: f.acbId,
        session_id: z.string(),
        agent_id: z.string(),
        at: f.ts,
        section: f.section,
      }),
    ),
    sessions: z.array(z.string()),
    agents: z.array(z.string()),
    capsules: z.array(
      z.object({ capsule_id: f.capsuleId, audience_agent_ids: z.array(z.string()), access_count: f.count }),
    ),
  }),
  access: "edit:approve",
  effect: "read",
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

export const counterfactual = operation({
  summary: "Replay recent contexts as if a pending edit were applied",
  input: z.strictObject({
    edit_id: f.editId,
    last: f.limit(50, 10).describe("How many of the last contexts"),
  }),
  output: z.object({
    edit_id: f.editId,
    replayed: f.count,
    changed: f.count,
    contexts: z.array(
      z.object({
        acb_id: f.acbId,
        session_id: z.string(),
        at: f.ts,
        entered: z.array(z.object({ memory_id: f.memoryId, why: f.why })),
        left: z.array(z.object({ memory_id: f.memoryId, why: f.why })),
        changed: z.array(f.memoryId).describe("Still there, with other text"),
      }),
    ),
  }),
  access: "edit:approve",
  effect: "read",
  http: "POST /api/v1/edits/:edit_id/counterfactual",
  tag: "Surgery",
  cli: { command: "edit counterfactual", positional: ["edit_id"] },
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
  input: z.strictObject({ memory_id: f.memoryId, reason: f.reason }),
  output: proposal,
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true, idempotent: true },
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
