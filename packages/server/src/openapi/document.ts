import { outboxStreamPath, routes, uploadPath } from "../surface/routes.js";
import { version } from "../version.js";
import { errorSchema } from "./error-components.js";
import type { OpenApiDocument } from "./openapi-types.js";
import { type Components, idempotencyKey, operationObject } from "./operation-object.js";
import { outboxStreamObject } from "./outbox-stream-object.js";
import { jsonValue } from "./schemas.js";
import { uploadObject } from "./upload-object.js";

const tagDescriptions: Record<string, string> = {
  Memory: "The short way in: remember, recall, correct, forget",
  Capture: "Record what happens and find it again",
  "Decisions, tasks, rules": "What was decided, what is to be done, what always holds",
  Surgery: "Correct, quarantine, retract and restore, with approval and a record of it",
  Capsules: "Hand memories to named agents for a time",
  Context: "One prompt under a token budget, with its receipt",
  Events: "Follow what changes in memory",
  System: "Status, keys, embeddings and the audit log",
};

const description = [
  "Long-term memory for AI agents that people can govern.",
  "Every error has one form: `{error: {code, message, details}, request_id, trace_id, policy_version}`.",
  "Bodies are JSON objects in UTF-8; unknown fields are refused. Times are ISO 8601 with offset.",
  "`null` for a field that may be left out counts as leaving it out.",
  "Ids that you choose are 1 to 256 printable characters, compared exactly.",
].join(" ");

/** The whole HTTP API as an OpenAPI 3.1 document, read off the contract. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const components: Components = { schemas: { Error: errorSchema, Json: jsonValue }, responses: {} };
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route, components) };
  }
  paths[outboxStreamPath] = { get: outboxStreamObject(paths["/v1/outbox"]!.get!) };
  paths[uploadPath] = { post: uploadObject(paths["/v1/artifacts"]!.post!, components.schemas) };
  const used = new Set(routes.map(({ operation }) => operation.tag));
  const tags = [...new Set([...Object.keys(tagDescriptions), ...used])].filter((tag) => used.has(tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Palimpsest",
      version,
      summary: "Governed long-term memory for AI agents",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      ...components,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API key (`palimpsest key create`) or a JWT. Not needed where auth is `none`.",
        },
      },
    },
  };
}
