import { z } from "zod";
import * as f from "../fields.js";
import { claimKind } from "../kinds/index.js";
import { pceScope } from "./envelope.js";

export const boundaryClass = z.enum(["public", "internal", "pii", "secret"]);
export const claimId = f.idOf("clm");

export const evidence = z.object({
  id: z.string().describe("Its id"),
  source_type: z.string().describe("git, url, actor or note"),
  source_id: z.string().optional().describe("The commit, the address or the name"),
  snippet: z.string().optional().describe("Its note"),
  at: f.ts.describe("When it was so"),
});

/** As it was given, with what its class masks masked; facts that did not come as claims have none. */
export const shownProvenance = z.object({
  at: f.ts.optional().describe("When it was so"),
  actor: z.string().optional().describe("Who said or did it"),
  git: z
    .object({
      commit: z.string().optional().describe("The commit"),
      repo: z.string().optional().describe("The repository"),
      url: z.string().optional().describe("Where it can be looked at"),
      files: z.array(z.string()).optional().describe("The files it is about"),
    })
    .optional()
    .describe("The change it comes from"),
  url: z.string().optional().describe("Where it stands"),
  note: z.string().optional().describe("Anything else about where it comes from"),
});

const factor = (what: string) => z.number().describe(what);

export const claim = z
  .object({
    id: claimId,
    text: z.string().describe("What holds, with what its class masks masked"),
    kind: claimKind.describe("What sort of claim it is"),
    scope: pceScope.describe("How far it holds"),
    boundary_class: boundaryClass.describe("How sensitive it is"),
    created_at: f.ts.describe("When it was stored"),
    updated_at: f.ts.describe("When it was stored or edited last"),
  })
  .describe("The claim");

export const scoredItem = z.object({
  claim,
  score: factor("combined · g, from 0 to 1"),
  scores: z
    .object({
      text: factor("How well its words match, as a share of the best"),
      vector: factor("How near it is in meaning").optional(),
      combined: factor("alpha · vector + (1 − alpha) · text"),
      utility: factor("How useful it proved, against the others here"),
      confidence: factor("How sure it is"),
      quality: factor("How well its origin is known; only if the policy uses it").optional(),
      recency: factor("How recent it is, by the half-life of its kind"),
      g: factor("What all of these make of combined"),
    })
    .optional()
    .describe("With include_meta: what the score is made of"),
  evidences: z.array(evidence).optional().describe("With include_meta: where it comes from"),
  reason: z.string().optional().describe("With include_meta: the same in short words"),
});
