import { type Memory, UnreadInput } from "@palimpsest/core";
import type { Handler } from "hono";
import type { Config } from "../../config/index.js";
import { inSpan, type Log } from "../../observe/index.js";
import { credentialOf } from "../../surface/credential.js";
import { namedDocument } from "../../surface/named-document.js";
import type { Route } from "../../surface/routes.js";
import type { AppEnv } from "../app-env.js";
import { readInput } from "../request/read-input.js";

/** Serves one operation: reads who calls from the request, and leaves the rest to `dispatch`. */
export function operationHandler(
  route: Route,
  { memory, config, log }: { memory: Memory; config: Config; log: Log },
): Handler<AppEnv> {
  return async (c) => {
    const ids = c.get("ids");
    c.set("operation", route.name);
    const credential = credentialOf(c.req.raw.headers, config.auth);
    // Read only when the caller is known: a body costs the server work, and strangers can send any number.
    const input = new UnreadInput(() =>
      readInput(route, c.req.raw, c.req.param() as Record<string, string>, config.bodyLimit),
    );
    const { output, replayed } = await inSpan(route.name, ids, () =>
      memory.dispatch({
        operation: route.name,
        input,
        credential,
        surface: "rest",
        requestId: ids.requestId,
        traceId: ids.traceId,
        idempotencyKey: c.req.header("idempotency-key"),
        onCounted: (rate) => c.set("rate", rate),
      }),
    );
    if (route.operation.leavesNoAudit) {
      log.warn({ operation: route.name, ...output, requestId: ids.requestId }, "deleted for good");
    }
    c.set("document", namedDocument(output));
    if (replayed) c.header("Idempotency-Replayed", "true");
    return c.json(output, route.operation.status ?? 200);
  };
}
