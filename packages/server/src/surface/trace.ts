import { randomBytes, randomUUID } from "node:crypto";
import { plainId } from "@palimpsest/contract";
import { holdsSecret } from "@palimpsest/core";

/** The ids under which one request is known, here and in the systems around. */
export interface RequestIds {
  requestId: string;
  traceId: string;
  /** Of our own span. */
  spanId: string;
  /** The caller's span, if it sent one. */
  parentSpanId?: string;
  flags: string;
}

const w3c = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Continues the caller's W3C trace or begins one, and keeps the caller's request id if it is a plain one: it is logged, and
 * stands in the audit log for good.
 */
export function requestIds(headers: Headers): RequestIds {
  const given = headers.get("x-request-id");
  const requestId = given && plainId.test(given) && !holdsSecret(given) ? given : `req_${randomUUID()}`;
  const [, traceId, parentSpanId, flags] = w3c.exec(headers.get("traceparent") ?? "") ?? [];
  return {
    requestId,
    traceId: traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    parentSpanId,
    flags: flags ?? "00",
  };
}

export const traceparent = ({ traceId, spanId, flags }: RequestIds) => `00-${traceId}-${spanId}-${flags}`;
