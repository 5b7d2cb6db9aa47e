import { isInitializeRequest } from "@modelcontextprotocol/server";

const invalidParams = -32_602;
const message = "initialize needs protocolVersion, capabilities and clientInfo with name and version.";

/**
 * The answer to a request to initialize that lacks something, alone or in a batch; undefined for every other. The SDK would
 * answer it as a failure of its own.
 */
export function malformedInitialize(value: unknown): object | undefined {
  if (Array.isArray(value)) return value.flatMap((one) => malformedAlone(one) ?? [])[0];
  return malformedAlone(value);
}

function malformedAlone(value: unknown): object | undefined {
  if (typeof value !== "object" || value === null || isInitializeRequest(value)) return undefined;
  const { method, id } = value as { method?: unknown; id?: unknown };
  if (method !== "initialize" || (typeof id !== "string" && typeof id !== "number")) return undefined;
  return { jsonrpc: "2.0", id, error: { code: invalidParams, message } };
}
