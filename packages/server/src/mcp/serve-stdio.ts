import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type CallOperation, createMcpServer } from "./create-mcp-server.js";
import { LineTransport, type LineTransportOptions } from "./line-transport.js";
import type { ToolNames } from "./toolsets.js";

export interface ServeMcpOptions extends LineTransportOptions {
  /** Names of toolsets and of single tools. */
  tools: readonly string[];
  names?: ToolNames;
  onError?: (error: unknown) => void;
}

/** Serves one client on a pair of streams and resolves when it has gone. */
export function serveMcpStdio(
  call: CallOperation,
  { tools, names, onError, ...streams }: ServeMcpOptions,
): Promise<void> {
  return new Promise((resolve) => {
    const transport = new LineTransport(streams);
    serveStdio(() => createMcpServer(call, { tools, names, onError }), { transport, onerror: onError });
    const served = transport.onclose;
    transport.onclose = () => {
      served?.();
      resolve();
    };
  });
}
