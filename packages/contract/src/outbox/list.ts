import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { domainEvent, eventType } from "./event-types.js";

/** How a reader says from where on it reads: the list and the stream take the same. */
export const eventsFrom = {
  cursor: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe("next_cursor of the page before, or id of an event of the stream; absent: see start"),
  type: eventType.optional().describe("Only events of this type"),
  start: z
    .enum(["oldest", "latest"])
    .default("oldest")
    .describe("Without a cursor: begin with the oldest event, or after the latest"),
};

export const listDomainEvents = operation({
  summary: "What has changed in memory, in the order in which it was committed",
  input: z.strictObject({ ...eventsFrom, limit: f.limit(500, 100) }),
  output: z.object({
    events: z
      .array(domainEvent)
      .describe("The oldest first; none twice and none left out along a chain of cursors"),
    next_cursor: z.string().describe("Give it back as cursor, at once or later, for what comes after"),
    has_more: z.boolean().describe("Whether there is more already"),
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: {
    before: [
      noted,
      {
        operation: "correct",
        input: {
          memory_id: Object.keys(noted.gives!)[0]!,
          text: "Ada prefers answers in Italian.",
          reason: "She said so.",
        },
      },
    ],
    input: { limit: 10 },
  },
  http: "GET /v1/outbox",
  tag: "Events",
  mcp: {
    tool: "list_domain_events",
    toolset: "heart",
    description:
      "What has changed in memory since a cursor, oldest first: facts learned, episodes ended, procedures used, censors triggered, memories edited. Keep next_cursor and give it back to read on.",
    maxTokens: 8_000,
  },
  cli: { command: "outbox list" },
});
