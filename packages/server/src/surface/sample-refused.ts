import type { Memory, Principal } from "@palimpsest/core";
import type { RequestIds } from "./trace.js";

/** Tells the audit log of an MCP message that could not be read; it samples them, so that they cannot flood it. */
export function sampleRefused(
  { services }: Memory,
  principal: Principal,
  code: string,
  { requestId, traceId }: Pick<RequestIds, "requestId" | "traceId">,
): void {
  services.audit.sample(principal, {
    requestId,
    traceId,
    actorType: principal.type,
    actorId: principal.id,
    keyId: principal.keyId,
    operation: "mcp",
    surface: "mcp",
    decision: "failed",
    code,
    ids: [],
  });
}
