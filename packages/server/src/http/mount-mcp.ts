import type { App } from "./app.js";
import { decodeUtf8, readBytes } from "./read-body.js";
import { deepest, scanJson } from "./scan-json.js";

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Room for the protocol's own levels around a tool's arguments. */
const envelopeLevels = 4;

/** Mounts the MCP handler at /mcp under the same Host, Origin, size and depth checks as every other route. */
export function mountMcp(app: App, handle: FetchHandler, bodyLimit: number): void {
  app.all("/mcp", async (c) => {
    c.set("operation", "mcp");
    const request = c.req.raw;
    if (request.method !== "POST") return handle(request);
    const bytes = await readBytes(request, bodyLimit);
    const text = decodeUtf8(bytes);
    scanJson(text, deepest + envelopeLevels);
    const { url, method, signal } = request;
    const headers = new Headers(request.headers);
    headers.set("x-request-id", c.get("ids").requestId);
    return handle(new Request(url, { method, headers, signal, body: text }));
  });
}
