import {
  type AnyOperation,
  contract,
  type Method,
  type OperationName,
  takesBody,
} from "@palimpsest/contract";
import { z } from "zod";

/** The part of a JSON schema that says how a query parameter is to be read. */
export interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  items?: FieldSchema;
}

export interface Route {
  name: OperationName;
  operation: AnyOperation;
  method: Method;
  /** In the router's spelling: /api/v1/chunks/:chunk_id/timeline */
  path: string;
  params: string[];
  /** Whether its input travels as a JSON body or in the query. */
  source: "body" | "query";
  fields: Record<string, FieldSchema>;
  /** Input fields that must be given besides those in the path. */
  required: string[];
}

/**
 * Every operation of the contract as an HTTP route. Those with fewer parameters come first: the router takes the first
 * that fits, and /claims/:claim_id fits /claims/entities too.
 */
export const routes: readonly Route[] = (Object.entries(contract) as [OperationName, AnyOperation][])
  .map(([name, operation]): Route => {
    const [method, path] = operation.http.split(" ") as [Method, string];
    const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param!);
    const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
    return {
      name,
      operation,
      method,
      path,
      params,
      source: takesBody(operation) ? "body" : "query",
      fields: (schema.properties ?? {}) as Record<string, FieldSchema>,
      required: (schema.required ?? []).filter((field) => !params.includes(field)),
    };
  })
  .sort((a, b) => a.params.length - b.params.length);

const patterns = routes.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
}));

/** The outbox as a stream: no operation, since its answer does not end. */
export const outboxStreamPath = "/v1/outbox/stream";

/** Files become documents: no operation, since they do not travel as JSON. */
export const uploadPath = "/v1/artifacts/upload";

/** Routes that are no operations. */
const others: Record<string, string[]> = {
  "/mcp": ["GET", "POST", "DELETE"],
  [uploadPath]: ["POST"],
  ...Object.fromEntries(
    ["/", "/docs", "/openapi.json", "/livez", "/readyz", "/health", "/metrics", outboxStreamPath].map(
      (path) => [path, ["GET"]],
    ),
  ),
};

/** The methods that a path answers to, for 405 and OPTIONS; empty if there is no such path. */
export function methodsAt(path: string): string[] {
  const operations = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  const found = new Set<string>([...operations, ...(Object.hasOwn(others, path) ? others[path]! : [])]);
  if (found.has("GET")) found.add("HEAD");
  if (found.size > 0) found.add("OPTIONS");
  return [...found].sort();
}
