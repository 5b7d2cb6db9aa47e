import type { Principal } from "@palimpsest/core";

/** What the HTTP server gives to the MCP handler with each request. */
export interface McpRequest {
  /** Reads the body, and checks its form, once it is known who calls. */
  readBody?: () => Promise<string>;
  /** Told of a request that is refused, and whose it is if that was known by then. */
  onRefused?: (code: string, principal: Principal | undefined) => void;
}

export type McpHandler = (request: Request, given?: McpRequest) => Promise<Response>;
