import { type AnyOperation, type ErrorCode, errorStatus, errorsOf } from "@palimpsest/contract";
import type { JsonSchema } from "./schemas.js";

const codes = Object.keys(errorStatus) as ErrorCode[];

/** The one error form. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: codes },
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

/** What an operation answers besides success, by status; the responses it refers to are added to `responses`. */
export function errorResponses(
  operation: AnyOperation,
  responses: Record<string, unknown>,
): Record<string, { $ref: string }> {
  const raised = errorsOf(operation);
  const statuses = [...new Set(raised.map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const those = codes.filter((code) => raised.includes(code) && errorStatus[code] === status);
      const name = those.join("_or_");
      responses[name] = {
        description: those.join(", "),
        ...(status === 503 && { headers: { "Retry-After": { schema: { type: "integer" } } } }),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}
