import { z } from "zod";
import * as f from "../fields.js";

export const placed = {
  scope: f.scope.default("project"),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: f.sessionId.optional(),
  channel: f.channel.default("private"),
  tags: f.tags.default([]),
  refs: f.refs.default([]),
};

/** The place of what replaces another: where it names nothing, that of the one before it. */
export const replaced = {
  ...placed,
  scope: f.scope.optional(),
  channel: f.channel.optional(),
  visibility: f.visibility.optional(),
  audience: z
    .array(f.audienceMember)
    .max(100)
    .optional()
    .describe("Principals, or team:NAME, for custom and team"),
  sensitivity: f.sensitivity.optional(),
};
