import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { event } from "./record.js";

/** The most events that one call takes. */
const maxEvents = 1_000;

/** The most memories of a batch that is all or nothing, long texts among them: others wait while they come into force. */
export const atomicMemories = 2_000;

/** An event of a batch, with an idempotency key of its own. */
export const batchedEvent = event.extend({
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .refine((key) => /^[\x21-\x7e]+$/.test(key), "must be printable ASCII characters")
    .optional()
    .describe("An event that was recorded with this key before, alone or in a batch, is not recorded again"),
});
type BatchedEvent = z.input<typeof batchedEvent>;

/** Described as an event and taken as it is: an event that is wrong is refused alone, not the whole batch. */
const anyEvent = z.unknown().meta(
  z.toJSONSchema(batchedEvent, {
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.$schema;
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  }),
) as unknown as z.ZodType<BatchedEvent, BatchedEvent>;

export const recordEvents = operation({
  summary: "Record many events at once, each with its own result",
  input: z.strictObject({
    events: z.array(anyEvent).min(1).max(maxEvents).describe("In the order in which they happened"),
    atomic: z
      .boolean()
      .default(false)
      .describe(
        `true: all or none, and the first event that is refused fails the call; at most ${atomicMemories} memories. false: each on its own`,
      ),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          status: z
            .enum(["recorded", "replayed", "refused"])
            .describe(
              "recorded: it is stored; replayed: it was stored before under its key; refused: see error",
            ),
          event_id: f.eventId.optional(),
          recorded_at: f.ts.optional(),
          memory_id: f.memoryId.optional().describe("The memory made from the event, if it holds text"),
          chunk_ids: z
            .array(f.memoryId)
            .optional()
            .describe("All memories made from it, if its text is so long that there are several"),
          artifact_id: f.artifactId
            .optional()
            .describe("The artifact that keeps a large output or a long text"),
          masked: f.count.optional().describe("Secrets that were masked; left out if there were none"),
          error: z
            .object({
              code: z.string().describe("As in an error of the whole call"),
              message: z.string().describe("What is wrong with this event, and what to do"),
            })
            .optional()
            .describe("Why it was refused"),
        }),
      )
      .describe("One for each event, in the same order"),
    recorded: f.count.describe("How many were recorded"),
    replayed: f.count.describe("How many had been recorded before"),
    refused: f.count.describe("How many were refused"),
  }),
  access: "memory:write",
  effect: "write",
  largeBody: true,
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  keyPerItem: true,
  example: {
    input: {
      events: [
        {
          session_id: "session-42",
          channel: "private",
          actor_type: "human",
          actor_id: "ada",
          kind: "message",
          content: { text: "Where do we meet on Friday?" },
          occurred_at: "2026-05-04T09:00:00Z",
        },
        {
          session_id: "session-42",
          channel: "private",
          actor_type: "agent",
          actor_id: "assistant",
          kind: "message",
          content: { text: "In the library, at ten." },
          occurred_at: "2026-05-04T09:00:05Z",
        },
      ],
    },
  },
  http: "POST /api/v1/events/batch",
  tag: "Capture",
  mcp: {
    tool: "record_events",
    toolset: "governance",
    description:
      "Append up to 1,000 raw events at once, as record_event does for one: a finished conversation, a log. Each has its own result, in order; one that is wrong does not stop the others unless atomic is true.",
  },
});
