import type { OperationObject, Parameter } from "./openapi-types.js";

const lastEventId: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The id of the last event that was received; goes before cursor",
  schema: { type: "string" },
};

/** The stream of events, which takes what their list takes, but for the limit. */
export function outboxStreamObject(list: OperationObject): OperationObject {
  const { 200: _, ...errors } = list.responses;
  return {
    ...list,
    operationId: "streamDomainEvents",
    summary: "The same as a stream that goes on, as server-sent events",
    parameters: [
      ...list.parameters.filter((parameter) => !("name" in parameter && parameter.name === "limit")),
      lastEventId,
    ],
    responses: {
      200: {
        description:
          "Events as they are committed: `id` is a cursor, `event` the type, `data` the event as JSON in one line. A comment every 15 seconds shows that the connection lives.",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      ...errors,
    },
  };
}
