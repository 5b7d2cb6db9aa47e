import { z } from "zod";
import * as f from "../fields.js";
import { claimGraph, provenance } from "../kinds/index.js";
import { plainId } from "../names.js";
import { artifactRecord, mentionRecord } from "./artifact-record.js";
import { count, patch, real, share } from "./numbers.js";
import { planRecords } from "./plan-records.js";
import { signalRecords } from "./signal-records.js";

/** The records of an export, as import reads them. Fields that are null may be left out; others are ignored. */

const id = z.string().regex(plainId, "must be an id: 1 to 128 of the characters A-Z a-z 0-9 _ . : -");
const json = z.record(z.string(), z.unknown());
const principalType = z.enum(["human", "agent", "service"]);
const text = z.string().max(f.limits.textChars);
const origin = z.enum(["human", "agent", "tool", "document", "import", "capsule"]);
const writer = z.string().regex(/^(human|agent|service):./, "must be type:id, as in human:ada");
const channel = z.enum(["private", "public", "team", "agent"]);

const edit = z.object({
  edit_id: id,
  op: z.enum(["retract", "amend", "quarantine", "attenuate", "block", "restore"]),
  patch,
  reason: z.string().min(1).max(f.limits.reasonChars),
  proposer_type: principalType,
  proposer_id: f.chosenId,
  cascade: z.enum(["none", "quarantine", "rederive", "undo"]).default("none"),
  twins: z.enum(["take", "leave"]).default("leave"),
  caused_by: id.optional(),
  rollback_id: id.optional(),
  created_at: f.timestamp,
  decision: z
    .object({
      status: z.enum(["approved", "rejected"]),
      actor_type: principalType,
      actor_id: f.chosenId,
      note: z.string().optional(),
      at: f.timestamp,
      by_reviewer: z.boolean().default(false),
      rollback_id: id.optional(),
      seq: z.number(),
    })
    .optional(),
});

const capsule = z.object({
  author_id: f.chosenId,
  audience: z.array(f.audienceMember),
  subject_type: f.subjectType,
  subject_id: f.subjectId,
  ttl_days: z.int().min(1).max(f.limits.capsuleDays),
  status: z.enum(["active", "revoked", "expired"]),
  forward: z.boolean(),
  forwarded_from: id.optional(),
  hops: z.int().min(0).max(16),
  item_count: count.min(1),
  created_at: f.timestamp,
  expires_at: f.timestamp,
  revoked_at: f.timestamp.optional(),
  closed_by_edit: z.boolean().default(false),
  items: z
    .array(z.object({ position: count, item_type: z.enum(["memory", "artifact"]), item_id: id }))
    .default([]),
  readers: z
    .array(
      z.object({
        agent_id: f.audienceMember,
        expires_at: f.timestamp,
        forwarded: z.boolean(),
        listable: z.boolean(),
      }),
    )
    .default([]),
  accesses: z
    .array(z.object({ agent_id: z.string(), access_count: count, last_accessed: f.timestamp }))
    .default([]),
});

const place = {
  scope: f.scope.optional(),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
};

export const transferRecords = {
  principal: z.object({
    type: z.literal("principal"),
    principal_id: f.chosenId,
    principal_type: principalType,
    suspended_at: f.timestamp.optional(),
    suspended_by: z.string().optional(),
    suspended_reason: z.string().optional(),
  }),
  policy: z.object({
    type: z.literal("policy"),
    version: z.string(),
    source: z.string(),
    /** The version that was in force before it; none if that was the shipped one. */
    after: z.string().optional(),
    applied_at: f.timestamp,
    applied_by: f.chosenId,
    approver: f.chosenId.optional(),
    signed_by: z.string().max(100).optional(),
  }),
  memory: z.object({
    type: z.literal("memory"),
    id,
    kind: z.string(),
    text,
    attributes: json.default({}),
    importance: share.default(0),
    status: z.string().max(64).default("active"),
    tags: z.array(z.string()).default([]),
    writer,
    owner_id: f.chosenId.optional(),
    origin,
    speaker: z.string().optional(),
    by_agent: z.boolean().optional(),
    ...place,
    session_id: f.sessionId.optional(),
    channel,
    visibility: f.visibility.default("tenant"),
    audience: z.array(f.audienceMember).default([]),
    boundary_class: z.enum(["public", "internal", "pii", "secret"]).default("public"),
    occurred_at: f.timestamp,
    recorded_at: f.timestamp,
    expires_at: f.timestamp.optional(),
    retracted: z.boolean().default(false),
    original: z.object({ text: text.optional(), attributes: json.default({}), importance: share }).optional(),
    states: z
      .array(
        z.object({
          status: z.string().max(64),
          actor_id: f.chosenId,
          at: f.timestamp,
          rollback_id: id.optional(),
        }),
      )
      .default([]),
    edits: z.array(edit).default([]),
    capsule: capsule.optional(),
  }),
  event: z.object({
    type: z.literal("event"),
    event_id: id,
    ts: f.timestamp,
    occurred_at: f.timestamp,
    session_id: f.sessionId,
    channel,
    actor_type: f.actorType,
    actor_id: f.actorId,
    kind: f.eventKind,
    sensitivity: f.sensitivity.default("none"),
    tags: z.array(z.string()).default([]),
    content: json,
    refs: z.array(z.string()).default([]),
    ...place,
    principal_id: f.chosenId,
    memory_id: id.optional(),
  }),
  artifact: artifactRecord,
  link: z.object({
    type: z.literal("link"),
    from_id: id,
    to_id: id,
    link: z.enum([
      "derived_from",
      "supersedes",
      "contradicts",
      "supports",
      "mentions",
      "part_of",
      "decided_in",
    ]),
    created_at: f.timestamp,
  }),
  ...signalRecords,
  mention: mentionRecord,
  claim_evidence: z.object({
    type: z.literal("claim_evidence"),
    evidence_id: id,
    memory_id: id,
    writer,
    provenance,
    graph: claimGraph.default({}),
    added_at: f.timestamp,
  }),
  episode_link: z.object({
    type: z.literal("episode_link"),
    episode_id: id,
    memory_id: id,
    kind: z.enum(["decision", "procedure"]),
    effectiveness: z.enum(["helped", "neutral", "hindered"]).optional(),
    linked_by: f.chosenId,
    linked_at: f.timestamp,
  }),
  receipt: z.object({
    type: z.literal("receipt"),
    acb_id: id,
    principal_id: f.chosenId,
    session_id: f.sessionId,
    created_at: f.timestamp,
    read_at: f.timestamp,
    inputs: json,
    policy_version: z.string(),
    last_edit_at: f.timestamp.optional(),
    budget_tokens: count,
    total_tokens: count,
    digest: z.string(),
    omissions: z.array(z.unknown()).default([]),
    reader: json.optional(),
    form: count.optional(),
    state: json.optional(),
    items: z
      .array(
        z.object({
          position: count,
          memory_id: id,
          section: z.string(),
          score: real.optional(),
          tokens: count,
          digest: z.string().optional(),
        }),
      )
      .default([]),
  }),
  ...planRecords,
} as const;

export type TransferType = keyof typeof transferRecords;
export type TransferRecord<T extends TransferType> = z.output<(typeof transferRecords)[T]>;
