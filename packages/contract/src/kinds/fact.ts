import { z } from "zod";
import { factAttributes, visible } from "../fact-attributes.js";
import * as f from "../fields.js";
import { claimAttributes } from "./claim.js";
import { defineKind } from "./kind.js";

export const fact = defineKind({
  name: "fact",
  prefix: "fct",
  // Those that were stored as memories of an agent or a person, and as claims.
  otherPrefixes: ["mem", "clm"],
  summary: "Something that holds, learned once and confirmed since",
  attributes: z.strictObject({
    ...factAttributes,
    confidence: f.fraction(0).default(1).describe("How sure its writer was, from 0 to 1"),
    source_episode_id: f.idOf("epi").optional(),
    source_decision_id: f.idOf("dec").optional(),
    external_id: visible(255).optional().describe("What another system calls it"),
    user_id: f.chosenId.optional().describe("The user it was stored for"),
    metadata: z
      .record(z.string().max(1_000), z.json())
      .optional()
      .describe("Whatever its writer keeps with it"),
    claim: claimAttributes
      .optional()
      .describe("Of a claim: its kind, where it comes from, and what it is about"),
  }),
  states: {
    initial: "active",
    transitions: { active: ["superseded", "inactive"], superseded: ["active", "inactive"], inactive: [] },
    live: ["active"],
    settable: false,
    superseded: "superseded",
  },
  amendable: { text: true, attributes: ["category", "source"] },
  context: { section: "retrieved_evidence", states: ["active"], itemType: "fact" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.5,
});
