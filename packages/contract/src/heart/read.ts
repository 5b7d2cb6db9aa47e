import { z } from "zod";
import * as f from "../fields.js";

/** How a search of one kind of the Heart is narrowed. */
export const read = {
  limit: f.limit(50, 10),
  channel: f.privateByDefault,
  include_quarantined: f.includeQuarantined,
  explain: z.boolean().default(false).describe("Show the parts of each score"),
  scope: f.scope.optional(),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  project_id: f.projectId.optional(),
  session_id: f.sessionId.optional(),
  tags: f.tags.optional().describe("Only memories that carry all of these tags"),
  as_of: f.asOf.optional(),
};

/** How it searched. */
export const mode = z
  .enum(["words and vectors", "words alone"])
  .describe("words alone: the embedder did not answer, so only words were compared");

/** What every row of a search has besides its kind's own fields. */
export const scored = {
  score: z.number().describe("(0.7·meaning + 0.3·words)·trust; words·trust where words alone were compared"),
  trust: f.trust,
  parts: z
    .object({
      meaning: z.number().describe("Cosine between query and memory, at least 0"),
      words: z.number().describe("x/(1+x) of the lexical score x"),
      trust: z.number().describe("What its writer's trust multiplies the score by"),
    })
    .optional()
    .describe("With explain: what the score is made of"),
};

/** What the answer of a search has besides its rows. */
export const searched = { total_count: f.matchCount, mode };
