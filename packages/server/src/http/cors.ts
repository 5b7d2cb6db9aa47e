import type { Context } from "hono";
import { methodsAt } from "../surface/routes.js";
import { noSuchRoute } from "./routes/no-such-route.js";

/** For a page whose origin is listed. Credentials travel in a header that it sets itself, never in cookies. */
export const corsHeaders = (origin: string): [string, string][] => [
  ["Access-Control-Allow-Origin", origin],
  ["Vary", "Origin"],
  ["Access-Control-Expose-Headers", "X-Request-Id, traceparent, Retry-After, Idempotency-Replayed"],
];

/** Answers OPTIONS: which methods a path has and, to a listed origin, what a page may send. */
export function preflight(c: Context): Response {
  const methods = methodsAt(c.req.path);
  if (methods.length === 0) return noSuchRoute(c);
  c.header("Allow", methods.join(", "));
  if (c.req.header("access-control-request-method") !== undefined && c.req.header("origin") !== undefined) {
    c.header("Access-Control-Allow-Methods", methods.join(", "));
    c.header(
      "Access-Control-Allow-Headers",
      [
        ...["Authorization", "Content-Type", "Idempotency-Key", "X-Request-Id", "traceparent"],
        ...["X-Tenant-Id", "X-User-Id", "X-Agent-Id", "Mcp-Session-Id", "Mcp-Protocol-Version"],
      ].join(", "),
    );
    c.header("Access-Control-Max-Age", "600");
  }
  return c.body(null, 204);
}
