import { z } from "zod";
import { principalTypes } from "./access.js";

export const writer = z
  .string()
  .describe("The authenticated principal that wrote it, as type:id, for instance agent:bot-7");
/** A writer as a call names one. */
export const wantedWriter = z
  .string()
  .regex(
    new RegExp(`^(?:${principalTypes.join("|")}):[\\s\\S]+$`),
    `must be type:id, as in agent:bot-7, with type ${principalTypes.join(", ")}`,
  )
  .max(600);
export const shownWriter = {
  writer,
  edited_by: z
    .array(z.string())
    .optional()
    .describe(
      "Who answers for the words that edits have put in, as type:id: whoever proposed them, or the person who approved them",
    ),
  speaker: z.string().nullable().describe("Who is said to have spoken, if it was said"),
  speaker_is_claim: z
    .boolean()
    .describe("The speaker is not the writer: that somebody else spoke is what the writer says"),
};
/** The conversation that a memory is of, or the document. */
export const shownTurn = {
  session_id: z.string().nullable().describe("The conversation it belongs to; null for none"),
  turn: z
    .int()
    .nullable()
    .describe(
      "Its place in that conversation, in the order of recording: 1 is the first; those you may not read count too",
    ),
  artifact_id: z
    .string()
    .optional()
    .describe("Of a passage or an event of a document: the revision it is from, as artifact_get takes it"),
};
export const leftOut = z
  .string()
  .optional()
  .describe("What was left out because one writer may not fill the page, and how to see more of it");
