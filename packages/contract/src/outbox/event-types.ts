import { z } from "zod";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";

const id = z.string();
const name = z.string();
const maybe = name.nullable();
const count = z.int().min(0);
const nothing = z.strictObject({});

/** Every domain event, and what its data holds. No other words of a memory are ever in it. */
export const eventTypes = {
  episode_started: nothing,
  episode_completed: z.strictObject({ outcome: name, duration: z.number().describe("In seconds") }),
  episode_linked: nothing,
  fact_learned: z.strictObject({ category: maybe, subject: maybe }),
  fact_confirmed: z.strictObject({ count }),
  fact_superseded: z.strictObject({ old: id, new: id }),
  fact_contradicted: z.strictObject({ old: id, new: id }),
  fact_deactivated: nothing,
  fact_threshold_exceeded: z.strictObject({ category: maybe, count, threshold: z.literal(10) }),
  procedure_stored: nothing,
  procedure_activated: nothing,
  procedure_outcome: z.strictObject({ outcome: name }),
  procedure_retired: nothing,
  censor_created: z.strictObject({ action: name }),
  censor_triggered: z.strictObject({
    matched_text: z.string().describe("What was checked, up to 200 characters, secrets masked"),
  }),
  censor_escalated: z.strictObject({ old: name, new: name }),
  censor_false_positive: z.strictObject({ count }),
  censor_deactivated: nothing,
  memory_edited: z.strictObject({ op: name, edit_id: id }),
} as const;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = z.output<(typeof eventTypes)[T]>;

/** Fields that only whoever caused the event is shown; to all others they are null. */
export const callerOnlyData: { readonly [T in EventType]?: readonly string[] } = {
  censor_triggered: ["matched_text"],
};

export const eventType = z
  .enum(Object.keys(eventTypes) as [EventType, ...EventType[]])
  .describe("What happened, for instance fact_learned");

export const domainEvent = z.object({
  event_id: f.idOf("oev"),
  type: eventType,
  at: f.ts,
  agent_id: z.string().describe("Who caused it, by name"),
  memory_id: f.memoryId,
  kind: memoryKind,
  data: z
    .record(z.string(), z.json())
    .describe("What belongs to events of this type; never the memory's text"),
});
