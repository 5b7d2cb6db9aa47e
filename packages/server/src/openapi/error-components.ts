import { type ErrorCode, errorStatus } from "@palimpsest/contract";
import type { Route } from "../surface/routes.js";
import type { JsonSchema } from "./schemas.js";

const codes = Object.entries(errorStatus) as [ErrorCode, number][];

/** The one error form. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: codes.map(([code]) => code) },
        message: { type: "string", description: "What went wrong, and what to do next" },
        details: {
          type: "array",
          items: {
            type: "object",
            properties: { path: { type: "string" }, message: { type: "string" } },
            required: ["message"],
          },
        },
      },
      required: ["code", "message", "details"],
    },
    request_id: { type: "string" },
    trace_id: { type: "string" },
    policy_version: { type: "string" },
  },
  required: ["error", "request_id", "trace_id", "policy_version"],
};

/** Statuses that an operation can answer with besides success: those of a body only where it takes one. */
export function statusesOf({ source, operation, params }: Route): number[] {
  const skipped = new Set<number>([405]);
  if (source === "query") for (const status of [413, 415]) skipped.add(status);
  if (operation.effect !== "write") skipped.add(409);
  if (operation.effect === "read") skipped.add(507);
  if (params.length === 0 && operation.effect !== "write") skipped.add(404);
  return [...new Set(codes.map(([, status]) => status))].filter((status) => !skipped.has(status));
}

/** One component for each status, naming the codes that travel with it. */
export function errorResponses(): Record<string, unknown> {
  const statuses = [...new Set(codes.map(([, status]) => status))];
  return Object.fromEntries(
    statuses.map((status) => [
      `Error${status}`,
      {
        description: codes.flatMap(([code, at]) => (at === status ? [code] : [])).join(", "),
        ...(status === 503 || status === 429
          ? { headers: { "Retry-After": { schema: { type: "integer" } } } }
          : {}),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}
