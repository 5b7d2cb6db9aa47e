import { z } from "zod";
import { factAttributes } from "../fact-attributes.js";
import * as f from "../fields.js";
import { inheritedPlace, label, masked, place, shownAgentId, shownPlace } from "./place.js";
import { mode, scored } from "./read.js";

export const factId = f.idOf("fct");
const moment = (what: string) => z.string().nullable().describe(`${what}, ISO 8601 in UTC; null: never`);
const shownId = (what: string) => z.string().nullable().describe(what);

const words = {
  content: f.text.describe("What holds, in a sentence that makes sense on its own"),
  ...factAttributes,
  subject: f.subjectId.optional(),
  confidence: f.fraction(0).default(1).describe("How sure you are, from 0 to 1"),
  source_episode_id: f.idOf("epi").optional(),
  source_decision_id: f.idOf("dec").optional(),
  exclude_ids: z.array(factId).max(f.limits.ids).default([]).describe("Facts that it is not compared with"),
};

const { subject_id: _, ...factPlace } = place;
const { subject_id: __, ...factPlaceAfter } = inheritedPlace;

export const learning = {
  ...words,
  contradiction_of: factId.optional().describe("The fact that it contradicts (fct_…), as returned"),
  ...factPlace,
};
/** The same for what takes the place of a fact or contradicts one: what is not named is as it is there. */
export const following = { fact_id: factId, ...words, ...factPlaceAfter };

const { subject_id, ...shownFactPlace } = shownPlace;

export const warning = z
  .object({
    existing_fact_id: factId,
    existing_content: z.string().describe("What that fact says, cut at 500 characters"),
    similarity: z.number().describe("Cosine between the two"),
    message: z.string().describe("What to do about it"),
  })
  .nullable();

const shown = {
  id: factId,
  content: f.shownText,
  category: shownId("What sort of fact it is"),
  subject: subject_id,
  confidence: z.number().describe("How sure its writer was, less 0.2 for each fact that contradicts it"),
  active: z.boolean().describe("false: superseded or deactivated"),
  superseded_by: shownId("The fact that took its place (fct_…)"),
};

export const fact = {
  ...shown,
  agent_id: shownAgentId,
  source: shownId("Where it comes from"),
  source_episode_id: shownId("The episode it was learned in"),
  source_decision_id: shownId("The decision it was learned from"),
  learned_at: f.ts,
  last_confirmed: moment("When it was last confirmed"),
  confirmation_count: f.count.describe("How often it was confirmed"),
  contradiction_of: shownId("The fact that it contradicts (fct_…)"),
  created_at: f.ts,
  contradiction_warning: warning.describe("A fact that may say otherwise; only the write shows it"),
  ...shownFactPlace,
};

export const learnedFact = z.object({
  ...fact,
  status: z
    .enum(["created", "confirmed"])
    .describe("confirmed: it was known already, and is returned as it is"),
  mode: mode.describe("How it was compared with what is known"),
  masked,
});

export const foundFact = z.object({
  ...shown,
  tags: z.array(z.string()).describe("Labels that it carries"),
  ...scored,
});

export const narrowFacts = {
  category: label.optional().describe("Only facts of this category"),
  subject: f.subjectId.optional(),
  active_only: z.boolean().default(true).describe("false: those superseded or deactivated, too"),
};
