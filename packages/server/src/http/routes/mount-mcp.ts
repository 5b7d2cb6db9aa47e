import { limits } from "@palimpsest/contract";
import type { Memory } from "@palimpsest/core";
import type { Refusals } from "../../observe/index.js";
import { holdsDocument } from "../../surface/holds-document.js";
import type { McpHandler } from "../../surface/mcp-handler.js";
import { protectedResourcePath } from "../../surface/protected-resource-path.js";
import { sampleRefused } from "../../surface/sample-refused.js";
import { traceparent } from "../../surface/trace.js";
import type { App } from "../app-env.js";
import { checkMediaType, readJsonText, tooLarge } from "../request/read-body.js";
import { sourceOf } from "../request/source-of.js";

interface MountOptions {
  memory: Memory;
  bodyLimit: number;
  refused: Refusals;
}

/** Room for the protocol's own levels around a tool's arguments. */
const envelopeLevels = 4;

/** Mounts the MCP handler at /mcp under the same checks of Host, Origin, media type, size and depth as every other route. */
export function mountMcp(app: App, handle: McpHandler, { memory, bodyLimit, refused }: MountOptions): void {
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
    const readBody = async () => {
      checkMediaType(headers);
      // Which tool it is stands inside; `dispatch` refuses large input to those that take none.
      const text = await readJsonText(c.req.raw, limits.documentBytes, {
        maxDepth: limits.jsonDepth + envelopeLevels,
        maxValues: limits.largeJsonValues,
      });
      const most = Math.min(bodyLimit, limits.mcpBytes);
      if (text.length > most && !holdsDocument(text)) throw tooLarge(most);
      return text;
    };
    return handle(new Request(url, { method, headers, signal }), {
      ...(method === "POST" && { readBody }),
      onRefused: (code, principal) => {
        if (principal !== undefined) sampleRefused(memory, principal, code, ids);
        else refused.count({ source: sourceOf(c), operation: "mcp", code });
      },
    });
  });
}
