import { entityTypes } from "@palimpsest/contract";
import { z } from "zod";
import { unicodeProblem } from "../../text/index.js";
import { actorRoles, eventCategories, subjectTypes } from "../event.js";

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((value) => unicodeProblem(value) === undefined);
const short = text(500);
const number = z.number().nullish().catch(undefined);

/** What an event of either answer must have; its evidence comes on top. */
export const answeredEvent = z.object({
  category: z.enum(eventCategories),
  subject: z.object({ type: z.enum(subjectTypes).catch("other"), ref: short }),
  actors: z
    .array(z.object({ ref: short, role: z.enum(actorRoles).catch("other") }))
    .max(200)
    .nullish()
    .transform((actors) => actors ?? []),
  event_time: z.unknown().optional(),
  narrative: text(4_000),
  confidence: z.number().min(0).max(1),
});
export type AnsweredEvent = z.infer<typeof answeredEvent>;

export const answeredEvidence = z.object({
  quote: z.string(),
  start_char: number,
  end_char: number,
  chunk_id: z.string().nullish().catch(undefined),
});
export type AnsweredEvidence = z.infer<typeof answeredEvidence>;

export const answeredEntity = z.object({
  name: short,
  type: z.enum(entityTypes).catch("other"),
  aliases: z.array(short).max(50).catch([]),
});

const string = { type: "string" };
const evidence = {
  type: "object",
  properties: { quote: string, start_char: { type: "integer" }, end_char: { type: "integer" } },
  required: ["quote", "start_char", "end_char"],
};
const event = {
  category: { type: "string", enum: eventCategories },
  subject: {
    type: "object",
    properties: { type: { type: "string", enum: subjectTypes }, ref: string },
    required: ["type", "ref"],
  },
  actors: {
    type: "array",
    items: {
      type: "object",
      properties: { ref: string, role: { type: "string", enum: actorRoles } },
      required: ["ref", "role"],
    },
  },
  event_time: { type: ["string", "null"] },
  narrative: string,
  confidence: { type: "number", minimum: 0, maximum: 1 },
};
const shared = ["category", "subject", "actors", "event_time", "narrative", "confidence"];

/** What the model is told about the form of its answers. */
export const extractionSchema = {
  name: "extraction",
  schema: {
    type: "object",
    properties: {
      entities: {
        type: "array",
        items: {
          type: "object",
          properties: { name: string, type: string, aliases: { type: "array", items: string } },
          required: ["name", "type", "aliases"],
        },
      },
      events: {
        type: "array",
        items: { type: "object", properties: { ...event, evidence }, required: [...shared, "evidence"] },
      },
    },
    required: ["entities", "events"],
  },
};

export const canonicalSchema = {
  name: "canonical_events",
  schema: {
    type: "object",
    properties: {
      canonical_events: {
        type: "array",
        items: {
          type: "object",
          properties: {
            ...event,
            evidence_list: {
              type: "array",
              items: {
                ...evidence,
                properties: { ...evidence.properties, chunk_id: string },
                required: [...evidence.required, "chunk_id"],
              },
            },
          },
          required: [...shared, "evidence_list"],
        },
      },
    },
    required: ["canonical_events"],
  },
};
