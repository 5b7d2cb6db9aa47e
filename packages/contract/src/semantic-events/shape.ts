import { z } from "zod";
import { artifactUid, revisionId } from "../documents/index.js";
import * as f from "../fields.js";
import { entityTypes, eventActors, eventCategory, eventSubject } from "../kinds/index.js";

export const semanticEventId = f.idOf("sev");
export const entityId = f.idOf("ent");

const linked = {
  entity_id: entityId
    .nullable()
    .describe("The entity that this is (ent_…); null if no text that you may read names it as one"),
};

const evidence = {
  quote: z.string().describe("The exact words it rests on, at most 25"),
  start_char: f.count.describe("Where the quote begins in the document, in UTF-16 units"),
  end_char: f.count.describe("The first unit after it"),
  chunk_id: z.string().describe("The passage that holds it, which is a memory"),
};

/** An event as answers show it. */
export const shownEvent = {
  event_id: semanticEventId,
  artifact_uid: artifactUid.describe("The document that tells of it"),
  revision_id: revisionId.describe("The revision of that document"),
  category: eventCategory,
  event_time: z.string().nullable().describe("When it happened or, of a commitment, is due; null: not said"),
  narrative: z.string().describe("What happened, edits applied"),
  subject: eventSubject.extend(linked).describe("What the event is about"),
  actors: z.array(eventActors.element.extend(linked)).describe("Who took part"),
  confidence: z.number().describe("How sure the extractor was, from 0 to 1"),
};

export const shownEvidence = z.array(z.object(evidence)).optional().describe("The words it rests on");

/** With what only one event by itself shows. */
export const wholeEvent = {
  ...shownEvent,
  evidence: z
    .array(
      z.object({
        evidence_id: f.idOf("evi"),
        ...evidence,
        artifact_id: f.artifactId.describe("The revision that it stands in"),
      }),
    )
    .describe("The words it rests on, in the order of the document"),
  extraction_run_id: f.jobId.describe("The job that extracted it"),
  created_at: f.ts.describe("When it was extracted"),
  edits_applied: f.editsApplied,
};

/** An entity as answers show it. */
export const shownEntity = {
  entity_id: entityId,
  type: z.enum(entityTypes).describe("What it is"),
  name: z.string().describe("Its name"),
  aliases: z.array(z.string()).describe("What else documents that you may read call it"),
  mention_count: f.count.describe("How often documents that you may read name it"),
};
