import { z } from "zod";
import * as f from "../../fields.js";
import { isVisible, teamPrefix } from "../../names.js";
import { mode } from "../read.js";

/** Objects of whatever their writer keeps with a memory. */
export const metadata = z.record(z.string().max(1_000), z.json());
export const userId = f.chosenId
  .refine((id) => !id.startsWith(teamPrefix), "must name a user, not a team")
  .meta({ minLength: 1, maxLength: 256 })
  .describe("The user it is for; default: you. Only you and this user read it");
export const agentId = f.shortId.describe("The agent that took part; an agent may leave it out");
export const sessionId = f.shortId.describe("The conversation it belongs to");
export const source = z
  .string()
  .max(512)
  .refine(isVisible, "must hold visible text")
  .describe("Where it comes from, in words or as a link");

/** Where a memory of the four memories belongs; who reads it follows from `user_id` and `public`. */
export const place = {
  channel: f.channel.default("private"),
  scope: f.scope.default("user"),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: sessionId.optional(),
  tags: f.tags.default([]),
  importance: f.importance.optional(),
  sensitivity: f.sensitivity.default("none"),
  occurred_at: f.occurredAt.optional(),
  expires_at: f.timestamp.optional().describe("When it stops being shown; ISO 8601 with offset"),
};

/** How their searches are narrowed. */
export const read = {
  q: z.string().max(f.limits.queryChars).describe("What to look for, in plain words; blank finds nothing"),
  channel: f.privateByDefault,
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  include_quarantined: f.includeQuarantined,
  as_of: f.asOf.optional(),
};

export const shownId = z.string().describe("Id, as returned");
export const shownUserId = z.string().describe("The user it is for");
export const shownMetadata = metadata.describe("Whatever its writer keeps with it");

export const found = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row).describe("Best first"),
    total_count: f.matchCount,
    mode,
    left_out: f.leftOut,
  });
export const score = z
  .number()
  .describe("(0.7·meaning + 0.3·words)·trust; words·trust where words alone were compared");
