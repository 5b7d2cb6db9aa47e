import { type AnyOperation, takesIdempotencyKey } from "@palimpsest/contract";
import type { Route } from "../surface/routes.js";
import { answers } from "./answers.generated.js";
import { errorResponses } from "./error-components.js";
import type { OperationObject, Parameter } from "./openapi-types.js";
import { inputSchema, type JsonSchema, outputSchema } from "./schemas.js";

const upperFirst = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, unknown>;
}

/** One operation of the document; what it refers to is added to the components. */
export function operationObject(route: Route, { schemas, responses }: Components): OperationObject {
  const { name, operation } = route;
  const answer = `${upperFirst(name)}Response`;
  schemas[answer] = outputSchema(operation);
  const input = inputSchema(operation);
  const example = operation.example.input as Record<string, unknown>;
  const fields = Object.entries(input.properties ?? {});
  const inPath = fields.filter(([field]) => route.params.includes(field));
  const others = fields.filter(([field]) => !route.params.includes(field));
  const parameters: OperationObject["parameters"] = inPath.map(([field, schema]) =>
    parameter(field, "path", schema, true, example[field]),
  );
  if (route.source === "query") {
    parameters.push(
      ...others.map(([field, schema]) =>
        parameter(field, "query", schema, route.required.includes(field), example[field]),
      ),
    );
  }
  if (takesIdempotencyKey(operation)) parameters.push(ref("parameters", "IdempotencyKey"));
  return {
    operationId: name,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [operation.tag],
    security: [{ bearer: [] }, {}],
    parameters,
    ...(route.source === "body" && {
      requestBody: requestBody(route, input, Object.fromEntries(others), schemas),
    }),
    responses: {
      [operation.status ?? 200]: {
        description: "Done",
        content: { "application/json": { schema: ref("schemas", answer), example: answers[name] } },
      },
      ...errorResponses(operation, responses),
    },
  };
}

function requestBody(
  route: Route,
  input: JsonSchema,
  properties: Record<string, JsonSchema>,
  schemas: Record<string, JsonSchema>,
): OperationObject["requestBody"] {
  const body = `${upperFirst(route.name)}Request`;
  const { required: _, ...rest } = input;
  schemas[body] = { ...rest, properties, ...(route.required.length > 0 && { required: route.required }) };
  const example = Object.fromEntries(
    Object.entries(route.operation.example.input as object).filter(
      ([field]) => !route.params.includes(field),
    ),
  );
  return {
    required: route.required.length > 0,
    content: { "application/json": { schema: ref("schemas", body), example } },
  };
}

/** What it needs, and what a caller should know before calling it of its own accord. */
function descriptionOf({ access, effect, hints }: AnyOperation): string {
  return [
    `Needs the permission \`${access}\`.`,
    effect === "recorded-read" && "Leaves a receipt or a counter, so each call is recorded.",
    hints?.destructive && "Takes a memory, or a way to reach one, out of view.",
    hints?.idempotent && "Calling it again with the same input changes nothing more.",
  ]
    .filter(Boolean)
    .join(" ");
}

function parameter(
  name: string,
  place: "path" | "query",
  full: JsonSchema,
  required: boolean,
  example: unknown,
): Parameter {
  const { description, ...schema } = full;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Send the same key again and the first answer comes back; nothing happens twice",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
