import { z } from "zod";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";

/** Which memories of every kind a read is about. */
export const narrowing = {
  kinds: z
    .array(memoryKind)
    .min(1)
    .max(32)
    .optional()
    .describe("Only these kinds; default: all but capsules"),
  scope: f.scope.optional(),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: f.sessionId.optional(),
};
