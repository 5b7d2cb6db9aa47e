import { z } from "zod";
import * as f from "../fields.js";

const audience = z
  .array(f.audienceMember)
  .max(100)
  .describe("Principals, or team:NAME, for visibility custom and team");
const expiresAt = f.timestamp.describe("When it stops being shown; ISO 8601 with offset");

/** Where a new memory of the Heart belongs and who may read it: its owner alone, unless the caller says otherwise. */
export const place = {
  scope: f.scope.default("user"),
  channel: f.channel.default("private"),
  visibility: f.visibility.default("private"),
  audience: audience.default([]),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: f.sessionId.optional(),
  tags: f.tags.default([]),
  importance: f.importance.optional(),
  sensitivity: f.sensitivity.default("none"),
  occurred_at: f.occurredAt.optional(),
  expires_at: expiresAt.optional(),
  override_tombstone: z.boolean().default(false).describe("Admins only: write again what was retracted"),
};

/** The same for what takes the place of another memory: what is not named stays as it was there. */
export const inheritedPlace = {
  ...place,
  scope: f.scope.optional(),
  channel: f.channel.optional(),
  visibility: f.visibility.optional(),
  audience: audience.optional(),
  tags: f.tags.optional(),
  sensitivity: f.sensitivity.optional(),
};

/** How answers show the place of a memory. */
export const shownPlace = {
  scope: f.shownScope,
  channel: f.channel,
  visibility: f.visibility,
  audience: z.array(z.string()).describe("Principals and teams that may read it besides its owner"),
  subject_type: f.shownSubjectType,
  subject_id: f.shownSubjectId,
  project_id: f.shownProjectId,
  session_id: z.string().nullable().describe("The conversation it belongs to; null for none"),
  tags: z.array(z.string()).describe("Labels that it carries"),
  importance: f.shownImportance,
  sensitivity: f.sensitivity,
  occurred_at: f.ts,
  expires_at: z.string().nullable().describe("When it stops being shown, ISO 8601 in UTC; null: never"),
  trust: f.trust,
  edits_applied: f.editsApplied,
};

export const masked = f.count.describe("Secrets that were masked before anything was stored");
/** `agent_id` of an answer. */
export const shownAgentId = z.string().describe("The authenticated principal that wrote it");
export { label, line, lines } from "../one-line.js";
