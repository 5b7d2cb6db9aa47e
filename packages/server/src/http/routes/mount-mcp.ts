import { limits } from "@palimpsest/contract";
import { protectedResourcePath } from "../../surface/protected-resource-path.js";
import { traceparent } from "../../surface/trace.js";
import type { App } from "../app-env.js";
import { checkMediaType, decodeUtf8, readBytes } from "../request/read-body.js";
import { scanJson } from "../request/scan-json.js";

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Room for the protocol's own levels around a tool's arguments. */
const envelopeLevels = 4;

/** Mounts the MCP handler at /mcp under the same checks of Host, Origin, media type, size and depth as every other route. */
export function mountMcp(app: App, handle: FetchHandler, bodyLimit: number): void {
  for (const path of [protectedResourcePath, `${protectedResourcePath}/mcp`]) {
    app.get(path, (c) => handle(c.req.raw));
  }
  app.all("/mcp", async (c) => {
    c.set("operation", "mcp");
    const { url, method, signal } = c.req.raw;
    const headers = new Headers(c.req.raw.headers);
    const ids = c.get("ids");
    headers.set("x-request-id", ids.requestId);
    headers.set("traceparent", traceparent(ids));
    if (method !== "POST") return handle(new Request(url, { method, headers, signal }));
    checkMediaType(headers);
    const body = decodeUtf8(await readBytes(c.req.raw, bodyLimit));
    scanJson(body, limits.jsonDepth + envelopeLevels);
    return handle(new Request(url, { method, headers, signal, body }));
  });
}
