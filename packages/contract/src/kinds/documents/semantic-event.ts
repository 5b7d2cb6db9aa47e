import { z } from "zod";
import * as f from "../../fields.js";
import { defineKind } from "../kind.js";

/** The fixed categories of semantic events. */
export const eventCategories = [
  "Commitment",
  "Execution",
  "Decision",
  "Collaboration",
  "QualityRisk",
  "Feedback",
  "Change",
  "Stakeholder",
] as const;
export type EventCategory = (typeof eventCategories)[number];
export const eventCategory = z.enum(eventCategories).describe("What kind of event it is");

/** Why what an extractor found was not taken. */
export const rejectionReasons = [
  "quote_not_found",
  "quote_ambiguous",
  "quote_too_long",
  "quote_empty",
  "invalid_category",
  "invalid_confidence",
  "invalid_shape",
  "too_many_events",
  "not_in_extraction",
  "tombstoned",
] as const;

export const eventSubjectTypes = ["person", "project", "object", "other"] as const;
export const eventActorRoles = ["owner", "contributor", "reviewer", "stakeholder", "other"] as const;
/** What entities are: whom and what documents name. */
export const entityTypes = ["person", "org", "project", "object", "place", "other"] as const;

const ref = z.string().trim().min(1).max(500);
export const eventSubject = z
  .strictObject({
    type: z.enum(eventSubjectTypes).describe("What the subject is"),
    ref: ref.describe("What the document calls it"),
  })
  .describe("What the event is about");
export const eventActors = z
  .array(
    z.strictObject({
      ref: ref.describe("Who, as the document names them"),
      role: z.enum(eventActorRoles).describe("Their part in it"),
    }),
  )
  .max(200)
  .describe("Who took part");

/** Where the words stand that an event rests on. The words themselves are only in the passages. */
const evidence = z.strictObject({
  evidence_id: f.idOf("evi"),
  chunk_id: f.memoryId.describe("The passage that holds the quote"),
  start_char: f.count.describe("Where the quote begins in the document, in UTF-16 units"),
  end_char: f.count.describe("The first unit after it"),
  covers: z
    .array(
      z.strictObject({
        chunk_id: f.memoryId.describe("A passage that holds some of the quote"),
        start: f.count.describe("Where that begins in the passage"),
        end: f.count.describe("The first unit after it"),
      }),
    )
    .min(1)
    .max(20)
    .describe("Every passage that holds some of it: passages overlap"),
});

export const semanticEvent = defineKind({
  name: "semantic_event",
  prefix: "sev",
  summary: "Something that a document tells of, with the words it rests on",
  attributes: z.strictObject({
    category: eventCategory,
    event_time: f.timestamp.optional().describe("When it happened or, of a commitment, is due"),
    subject: eventSubject,
    actors: eventActors.default([]),
    confidence: z.number().min(0).max(1).describe("How sure the extractor was, from 0 to 1"),
    artifact_uid: f.idOf("uid").describe("The document"),
    artifact_id: f.artifactId.describe("The revision of it"),
    revision_id: f.idOf("rev").describe("The text of that revision"),
    extraction_run_id: f.jobId.describe("The job that extracted it"),
    extracted_as: eventCategory.describe("The category that the extractor gave it"),
    evidence: z.array(evidence).min(1).max(1_000).describe("Where its quotes stand"),
  }),
  states: {
    initial: "active",
    transitions: {
      active: ["superseded", "replaced"],
      superseded: ["active", "replaced"],
      replaced: ["active", "superseded"],
      pending: ["active", "superseded", "replaced"],
    },
    live: ["active"],
    settable: false,
  },
  amendable: { text: true, attributes: ["category", "event_time", "subject", "actors"] },
  context: { section: "retrieved_evidence", states: ["active"], itemType: "semantic_event" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: false,
  importance: 0.5,
});
