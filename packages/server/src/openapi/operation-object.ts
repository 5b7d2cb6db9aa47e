import type { Route } from "../surface/routes.js";
import { statusesOf } from "./error-components.js";
import { exampleInput, exampleOutput } from "./examples.js";
import type { OperationObject, Parameter } from "./openapi-types.js";
import { inputSchema, type JsonSchema, outputSchema } from "./schemas.js";

const upperFirst = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** One operation of the document; the schemas it refers to are added to `schemas`. */
export function operationObject(route: Route, schemas: Record<string, JsonSchema>): OperationObject {
  const { name, operation } = route;
  const answer = `${upperFirst(name)}Response`;
  schemas[answer] = outputSchema(operation);
  const input = inputSchema(operation);
  const fields = Object.entries(input.properties ?? {});
  const inPath = fields.filter(([field]) => route.params.includes(field));
  const others = fields.filter(([field]) => !route.params.includes(field));
  const parameters: OperationObject["parameters"] = inPath.map(([field, schema]) =>
    parameter(field, "path", schema, true),
  );
  if (route.source === "query") {
    parameters.push(
      ...others.map(([field, schema]) => parameter(field, "query", schema, route.required.includes(field))),
    );
  }
  if (operation.effect === "write" && !operation.secretAnswer)
    parameters.push(ref("parameters", "IdempotencyKey"));
  return {
    operationId: name,
    summary: operation.summary,
    description: `Needs the permission \`${operation.access}\`.`,
    tags: [operation.tag],
    security: [{ bearer: [] }, {}],
    parameters,
    ...(route.source === "body" && {
      requestBody: requestBody(route, input, Object.fromEntries(others), schemas),
    }),
    responses: {
      [operation.status ?? 200]: {
        description: "Done",
        content: { "application/json": { schema: ref("schemas", answer), example: exampleOutput(name) } },
      },
      ...Object.fromEntries(statusesOf(route).map((status) => [status, ref("responses", `Error${status}`)])),
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
    Object.entries(exampleInput(route.name)).filter(([field]) => !route.params.includes(field)),
  );
  return {
    required: route.required.length > 0,
    content: { "application/json": { schema: ref("schemas", body), example } },
  };
}

function parameter(name: string, place: "path" | "query", full: JsonSchema, required: boolean): Parameter {
  const { description, ...schema } = full;
  return { name, in: place, required, ...(description !== undefined && { description }), schema };
}

export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Send the same key again and the first answer comes back; nothing happens twice",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
