import { z } from "zod";
import { censorActions, censorAttributes } from "../censor-attributes.js";
import type { ExampleStep } from "../example.js";
import * as f from "../fields.js";
import { label, shownAgentId, shownPlace } from "./place.js";
import { scored } from "./read.js";

export const tag = "Censors";
export const censorId = f.idOf("cen");

export const domain = label.optional().describe("Only censors of this domain, or of none; absent: all");
export const action = z.enum(censorActions);

const moment = (what: string) => z.string().nullable().describe(`${what}, ISO 8601 in UTC; null: never`);
const shownId = (what: string) => z.string().nullable().describe(what);

const shown = {
  id: censorId,
  trigger_pattern: censorAttributes.trigger_pattern,
  reason: z.string().describe("Why, for whoever is stopped by it"),
  domain: z.string().nullable().describe("What it is about; null: everything"),
};

export const censor = {
  ...shown,
  action: action.describe("What it does by now: activations raise it, and only an edit lowers it"),
  agent_id: shownAgentId,
  learned_from_decision: shownId("The decision it was learned from (dec_…)"),
  learned_from_episode: shownId("The episode it was learned from (epi_…)"),
  created_by: z.enum(["manual", "proposal"]).describe("How it came to be; proposal: a person approved it"),
  activation_count: f.count.describe("How often a check matched it"),
  last_activated: moment("When a check last matched it"),
  false_positive_count: f.count.describe("How often a match was wrong"),
  last_false_positive: moment("When a match was last said to be wrong"),
  escalation_threshold: f.count.describe("After so many matches a warning becomes a block"),
  active: z.boolean().describe("false: deactivated"),
  created_at: f.ts,
  ...shownPlace,
};

export const foundCensor = z.object({
  ...shown,
  action: action.describe("What it does by now"),
  ...scored,
});

export const match = z.object({
  ...shown,
  action: action.describe(
    "What it asks for here: another agent's censor, and a block that is mostly wrong, only warn",
  ),
  matched_by: z
    .enum(["containment", "meaning"])
    .describe("containment: the text contains the pattern; meaning: it is near to it"),
  score: z.number().describe("1 for containment, else the cosine"),
  trust: f.trust,
});

/** A person's censor, which most examples are about. */
export const added: ExampleStep = {
  operation: "addCensor",
  input: {
    trigger_pattern: "deploy on friday",
    reason: "Nobody is there to repair it on Saturday.",
    domain: "deployment",
    visibility: "tenant",
  },
  gives: { cen_01jx3vk0ab: "id" },
};
export const exampleId = "cen_01jx3vk0ab";
/** A check that matches it. */
export const checked: ExampleStep = {
  operation: "checkCensors",
  input: { text: "Let us deploy on Friday evening." },
};
