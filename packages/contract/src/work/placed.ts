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
