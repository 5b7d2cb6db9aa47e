import { z } from "zod";
import * as f from "../fields.js";

export const erasureId = f.idOf("ers");

/** Whom an erasure is about, and how far it goes. */
export const subject = {
  subject_type: f.subjectType,
  subject_id: f.subjectId,
  also: z
    .array(z.enum(["spoken", "owned", "mentions"]))
    .max(3)
    .default([])
    .describe(
      "Erase more than what is about the subject: spoken, what it is said to have said; owned, what belongs to the principal of this name; mentions, whatever names it",
    ),
};

const rows = (what: string) => f.count.describe(what);

/** What an erasure reaches, in numbers. */
export const matched = z
  .object({
    memories: z.record(z.string(), z.int()).describe("Memories by kind, retracted and quarantined ones too"),
    private: rows("How many of these memories are somebody else's private ones"),
    conversations: rows("Conversations that these memories are from"),
    documents: rows("Documents of which passages are erased"),
    edits: rows("Edits of these memories, with what they said before and after"),
    pending_edits: rows("Edits among them that wait for approval"),
    outbox: rows("Domain events about these memories"),
    events: rows("Raw events that have no memory of their own"),
    capsule_items: rows("Items of capsules about others, which lose them and keep the rest"),
    contexts: rows("Context bundles that showed one of them or were asked about the subject"),
    activations: rows("Activations of claims that found one of them"),
    jobs: rows("Background jobs that name one of them or the subject"),
    answers: rows("Answers kept for idempotent retries"),
    sessions: rows("Named sessions"),
    plans: rows("Plans"),
    plan_state: rows("Keys of working state"),
    task_contexts: rows("Task contexts"),
    working_memory: rows("Working memories"),
    working_items: rows("Items of working memories"),
    working_threads: rows("Open threads of working memories"),
    mentions: rows("Memories about others that name the subject; they stay unless mentions are erased too"),
    principal: z
      .boolean()
      .describe("Whether a principal has this name; its name and keys stay, revoke and suspend them apart"),
  })
  .describe("What it reaches");

export const status = z
  .enum(["pending", "running", "done", "failed", "cancelled", "expired"])
  .describe("pending waits for another person; failed: the job gave up or something was found again");

export const erasure = {
  erasure_id: erasureId,
  status,
  subject_type: f.shownSubjectType.describe("The kind of subject; null once it is erased"),
  subject_id: f.shownSubjectId.describe("Whom or what it is about; null once it is erased"),
  subject_digest: z.string().describe("HMAC-SHA-256 of the subject by the tenant's key, which stays"),
  also: z.array(z.string()).describe("What is erased besides what is about the subject"),
  reason: z.string().describe("Why it was asked for"),
  requested_by: z.string().describe("Who asked for it, as type:id"),
  requested_at: f.ts.describe("When it was asked for"),
  expires_at: f.ts.describe("Until when it can be approved"),
  decided_by: z.string().nullable().describe("Who approved or cancelled it, as type:id"),
  decided_at: z.string().nullable().describe("When it was approved or cancelled"),
  job_id: f.jobId.nullable().describe("The job that erases; null before the approval"),
  matched,
  swept: z.record(z.string(), z.int()).describe("What was erased so far, by kind"),
  residue: f.count.nullable().describe("Rows in which the scan found something again; null before it"),
  found_in: z
    .array(
      z.object({
        table: z.string().describe("The table"),
        what: z.enum(["id", "text", "subject"]).describe("What was found there"),
        rows: f.count.describe("In how many rows"),
      }),
    )
    .describe("Where the scan found something again; empty if all is gone"),
  finished_at: z.string().nullable().describe("When it was done"),
  receipt: z
    .object({
      audit_id: f.auditId,
      signature: z.string().describe("Ed25519, in base64, of the canonical JSON (RFC 8785) of document"),
      public_key: z.string().describe("The key that it was signed with: 32 bytes in base64"),
      document: z.record(z.string(), z.unknown()).describe("What was signed"),
    })
    .nullable()
    .describe("The proof; null until it is done"),
};
