import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Memory } from "@palimpsest/core";
import { loadConfig } from "../../config/load-config.js";
import { mcpHttp } from "../../mcp/index.js";

/** Calls tools through a real MCP client whose requests go straight to the handler; gives their structured answers. */
export async function mcpClient(memory: Memory, headers: Record<string, string>) {
  const handle = mcpHttp(memory, loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere" }));
  const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp?tools=all"), {
    fetch: (url, init) => handle(new Request(url, init)),
    requestInit: { headers },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const answer = (result.structuredContent ?? {}) as Record<string, never>;
    return { failed: result.isError === true, answer, text: JSON.stringify(result.content) };
  };
}
